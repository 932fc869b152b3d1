/** The menu of a row, opened by a key. */
import { cellKey } from '@src/ui/grid/cellKeys.ts';
import type { MenuAnchor } from '@src/ui/Menu.tsx';

test.each(['.', 'ContextMenu'])('by %j it is placed at the cell, also when the grid replaces the cell at once', (key) => {
  const cell = document.createElement('div');
  document.body.append(cell);
  cell.getBoundingClientRect = () => new DOMRect(...(cell.isConnected ? [120, 240, 100, 40] : []));
  let anchor: MenuAnchor | undefined;
  cellKey(new KeyboardEvent('keydown', { key }), cell, {
    open: () => undefined,
    menu: (opened) => (anchor = opened),
  });
  cell.remove();
  expect(anchor instanceof HTMLElement ? anchor.getBoundingClientRect().toJSON() : anchor).toMatchObject({
    x: 120,
    y: 240,
    height: 40,
  });
});
