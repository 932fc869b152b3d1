/** What keys do on a cell of the list, beyond what every grid does. */
import type { MenuPlace } from '@src/ui/menuPlace.ts';

interface Deeds {
  readonly open: () => void;
  readonly menu: (place: MenuPlace) => void;
  readonly tick: (range: boolean) => void;
  readonly tickAll: () => void;
}

/** Enter follows a link or presses a button in the cell, else it opens the person; `.` and the menu key bring the menu, Space ticks. */
export function cellKey(event: KeyboardEvent, cell: HTMLElement, { open, menu, tick, tickAll }: Deeds): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
    event.preventDefault();
    tickAll();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const own = cell.querySelector<HTMLElement>('a, button');
  if (event.key === 'Enter') {
    event.preventDefault();
    if (own) own.click();
    else open();
  } else if (event.key === '.' || event.key === 'ContextMenu') {
    event.preventDefault();
    menu(cell);
  } else if (event.key === ' ') {
    event.preventDefault();
    tick(event.shiftKey);
  }
}
