/** Keys on a cell of the users list, on top of the grid's own. */
import type { MenuAnchor } from '@src/ui/menuPosition.ts';

interface KeyHandlers {
  readonly open: () => void;
  readonly menu: (place: MenuAnchor) => void;
  readonly toggle: (range: boolean) => void;
  readonly selectAll: () => void;
}

/**
 * Enter activates the link or button in the cell, else opens the user; `.` and the menu key open the menu; Space selects; Ctrl+A
 * selects all.
 */
export function cellKey(event: KeyboardEvent, cell: HTMLElement, { open, menu, toggle, selectAll }: KeyHandlers): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
    event.preventDefault();
    selectAll();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const control = cell.querySelector<HTMLElement>('a, button');
  if (event.key === 'Enter') {
    event.preventDefault();
    if (control) control.click();
    else open();
  } else if (event.key === '.' || event.key === 'ContextMenu') {
    event.preventDefault();
    menu(cell);
  } else if (event.key === ' ') {
    event.preventDefault();
    toggle(event.shiftKey);
  }
}
