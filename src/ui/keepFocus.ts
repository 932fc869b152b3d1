/**
 * The focus stays where the user is at work. The control of an act often leaves with its act: the button that disabled a user, the row of
 * a deleted key, the field of a sent answer. The browser would put the focus on the whole page; it goes to what has taken the place of the
 * control, else to what follows, else to the part around it. A focus that is moved on purpose comes first.
 */
const STOPS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
/** Parts that hold their own controls; beyond the innermost one there is no search by place. */
const PARTS = '[role="dialog"], .drawer, section, form, main';

interface Place {
  readonly target: HTMLElement;
  /** From the inside to the outside, each with the position of the control among its stops. */
  readonly around: readonly { readonly element: HTMLElement; readonly position: number }[];
  readonly cell: { readonly row: number; readonly column: string } | undefined;
}

/** On the page as a whole, or on all of its content, where it goes for want of a better place. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('main') === true;

const stopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.tabIndex >= 0);
const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;

function cellOf(target: HTMLElement): Place['cell'] {
  const column = target.closest('[col-id]')?.getAttribute('col-id');
  const row = target.closest('[row-index]')?.getAttribute('row-index');
  return column != null && row != null ? { row: Number(row), column } : undefined;
}

function placeOf(target: HTMLElement): Place {
  const cell = cellOf(target);
  const around: { element: HTMLElement; position: number }[] = [];
  let isInPart = true;
  for (let element = target.parentElement; element && element !== document.body; element = element.parentElement) {
    // Rows of a grid are many, and found by their number.
    around.push({ element, position: isInPart && !cell ? stopsIn(element).indexOf(target) : -1 });
    if (element.matches(PARTS)) isInPart = false;
  }
  return { target, around, cell };
}

const isGone = ({ target }: Place): boolean => !target.isConnected || target.matches(':disabled');

/** The cell of the same column in the row that has come up, or in the last one. */
function cellIn({ row, column }: NonNullable<Place['cell']>): HTMLElement | undefined {
  const cells = [...document.querySelectorAll<HTMLElement>(`[role="row"][row-index] [col-id="${CSS.escape(column)}"]`)];
  const rowOf = (cell: HTMLElement) => Number(cell.closest('[row-index]')?.getAttribute('row-index'));
  return cells.filter((cell) => rowOf(cell) <= row).sort((one, other) => rowOf(other) - rowOf(one))[0];
}

function successorOf({ around, cell }: Place): HTMLElement | undefined {
  const inGrid = cell && cellIn(cell);
  if (inGrid) return inGrid;
  for (const { element, position } of around) {
    if (!element.isConnected || !isSeen(element)) continue;
    const stops = position < 0 ? [] : stopsIn(element).filter(isSeen);
    const stop = stops[Math.min(position, stops.length - 1)];
    if (stop) return stop;
    if (element.hasAttribute('tabindex')) return element;
  }
  return undefined;
}

/** Time for those who move the focus themselves, in effects or once a reply is there. */
const GRACE_MS = 100;
const MAX_PLACES = 10;

const placesOf = (element: Element | null): readonly Place[] =>
  element instanceof HTMLElement && element !== document.body ? [placeOf(element)] : [];

let isKept = false;

/** For the life of the page; called again, it does nothing. */
export function keepFocusInPlace(): void {
  if (isKept) return;
  isKept = true;
  /** The last ones: where a dialog follows another, the place before both. */
  let places: readonly Place[] = placesOf(document.activeElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => {
    const [place] = places;
    return document.activeElement === document.body && place !== undefined && isGone(place);
  };
  const restore = () => {
    timer = undefined;
    if (!isLost()) return;
    for (const place of places) {
      const next = isGone(place) ? successorOf(place) : place.target;
      next?.focus({ preventScroll: true });
      if (next && document.activeElement === next) return;
    }
  };
  const observer = new MutationObserver(() => {
    if (timer === undefined && isLost()) timer = setTimeout(restore, GRACE_MS);
  });
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) places = [...placesOf(target), ...places].slice(0, MAX_PLACES);
  };
  addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
