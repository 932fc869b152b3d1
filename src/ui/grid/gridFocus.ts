/** The grid is one stop of Tab: arrows move within it, Tab leaves it for what comes after, as in the pattern of WAI-ARIA. */
import type { CellPosition } from './gridTypes.ts';

const STOPS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** The next stop of Tab outside of `frame`; undefined at the document's ends. */
export function stopBeside(frame: HTMLElement, backwards: boolean): HTMLElement | undefined {
  const side = backwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      !frame.contains(stop) &&
      (frame.compareDocumentPosition(stop) & side) !== 0 &&
      stop.getClientRects().length > 0,
  );
  return stops.at(backwards ? -1 : 0);
}

/** The cell that has the focus when `element` has it. */
export function cellOf(element: Element): CellPosition | undefined {
  const cell = element.closest('[role="gridcell"]');
  const column = cell?.getAttribute('col-id');
  const row = cell?.closest('[row-index]')?.getAttribute('row-index');
  return column != null && row != null ? { row: Number(row), column } : undefined;
}
