/** Keys on a cell, on top of the grid's own. */
import type { MenuAnchor } from '../Menu.tsx';
import { latinLetter, plainLetter } from '../plainLetter.ts';

interface CellActions {
  readonly open: () => void;
  readonly menu?: ((anchor: MenuAnchor) => void) | undefined;
  readonly toggle?: ((range: boolean) => void) | undefined;
  readonly selectAll?: (() => void) | undefined;
  readonly letter?: ((letter: string) => void) | undefined;
}

/** Returns a position instead of the cell: the grid may replace the cell while the menu is open. */
function placeOf(cell: HTMLElement): MenuAnchor {
  const { left, top, height } = cell.getBoundingClientRect();
  return { x: left, y: top, height };
}

function actionOf(event: KeyboardEvent, cell: HTMLElement, { open, menu, toggle, selectAll, letter }: CellActions) {
  if (event.ctrlKey || event.metaKey) return latinLetter(event) === 'a' ? selectAll : undefined;
  if (event.altKey) return undefined;
  switch (event.key) {
    case 'Enter': {
      const control = cell.querySelector<HTMLElement>('a, button');
      return control ? () => control.click() : open;
    }
    case '.':
    case 'ContextMenu':
      return menu && (() => menu(placeOf(cell)));
    case ' ':
      return toggle && (() => toggle(event.shiftKey));
    default: {
      const pressed = plainLetter(event);
      return pressed !== undefined && letter ? () => letter(pressed) : undefined;
    }
  }
}

/**
 * Enter activates the link or button in the cell, else opens the row; `.` and the menu key open the menu; Space selects; Ctrl+A
 * selects all; letters are the screen's. Keys without an action are left to the browser.
 */
export function cellKey(event: KeyboardEvent, cell: HTMLElement, actions: CellActions): void {
  const action = actionOf(event, cell, actions);
  if (!action) return;
  event.preventDefault();
  action();
}
