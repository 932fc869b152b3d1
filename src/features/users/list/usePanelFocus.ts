/** The row whose drawer is open; the focus returns to it when the drawer closes. */
import { type RefObject, useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { positionAt } from '@src/navigation/gridScrollHistory.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';

/** @param first where the focus goes from a drawer that was opened by its address, and has no row before it */
export function usePanelFocus(
  grid: RefObject<GridHandle<UserSummary> | null>,
  openPanel: (userName: string | undefined) => void,
  { row, column }: { readonly row: number; readonly column: string },
) {
  const [openedRow, setOpenedRow] = useState<UserSummary>();
  const { key } = useLocation();
  const openRow = useCallback(
    (opened: UserSummary) => {
      setOpenedRow(opened);
      openPanel(opened.userName);
    },
    [openPanel],
  );
  const closePanel = useCallback(() => {
    // The row may have left the grid's body meanwhile: the focus goes to its cell by position.
    const isInside = document.activeElement?.closest('.drawer') != null;
    const lastFocus = positionAt(key)?.focus;
    openPanel(undefined);
    if (isInside) grid.current?.focusCell(lastFocus ?? { row, column });
  }, [key, openPanel, grid, row, column]);
  return { openedRow, openRow, closePanel };
}
