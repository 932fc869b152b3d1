/** Commands for the grid; no-ops before it is ready and after it is destroyed. */
import type { ColumnState, GridApi } from 'ag-grid-community';
import { type ColumnWidth, type GridHandle, PAGE_ROWS, type VisibleRows } from './gridTypes.ts';

export const columnWidths = (state: readonly ColumnState[]): readonly ColumnWidth[] =>
  state.flatMap(({ colId, width, hide }) => (hide ? [] : [{ key: colId, width: width ?? 0 }]));

/** Rows of which at least half is visible. */
export function visibleRows(api: GridApi): VisibleRows {
  // Events may arrive after it was destroyed.
  if (api.isDestroyed()) return null;
  const count = api.getDisplayedRowCount();
  // Undefined while the grid has no body yet, or no longer.
  const range = api.getVerticalPixelRange() as ReturnType<GridApi['getVerticalPixelRange']> | undefined;
  if (count === 0 || !range) return null;
  const { top, bottom } = range;
  const height = api.getDisplayedRowAtIndex(0)?.rowHeight ?? 1;
  const first = Math.min(count - 1, Math.round(top / height));
  return { first, last: Math.max(first, Math.min(count, Math.round(bottom / height)) - 1) };
}

export const gridHandle = <Row extends object>(grid: () => GridApi<Row> | undefined): GridHandle<Row> => ({
  reread: () => grid()?.refreshInfiniteCache(),
  restart: (firstRow, { rows, total }) => {
    const api = grid();
    if (!api) return;
    if (total === null) api.setRowCount(firstRow - (firstRow % PAGE_ROWS) + rows.length, false);
    else if (firstRow > 0) api.setRowCount(total, true);
    if (firstRow < api.getDisplayedRowCount()) api.ensureIndexVisible(firstRow, 'top');
    api.refreshInfiniteCache();
  },
  resize: (total) => grid()?.setRowCount(total, true),
  heldOffsets: () =>
    Object.values((grid()?.getCacheBlockState() ?? {}) as Record<string, { readonly blockNumber: number }>).map(
      ({ blockNumber }) => blockNumber * PAGE_ROWS,
    ),
  replace: (row) => {
    const api = grid();
    const getRowId = api?.getGridOption('getRowId');
    const id = api && getRowId?.({ data: row, level: 0, api, context: undefined });
    if (id !== undefined) api?.getRowNode(id)?.updateData(row);
  },
  count: () => grid()?.getDisplayedRowCount() ?? 0,
  rowAt: (index) => grid()?.getDisplayedRowAtIndex(index)?.data,
  rowsBetween: (id, otherId) => {
    const api = grid();
    const [one, other] = [api?.getRowNode(id)?.rowIndex, api?.getRowNode(otherId)?.rowIndex];
    if (!api || typeof one !== 'number' || typeof other !== 'number') return null;
    const first = Math.min(one, other);
    const rows = Array.from({ length: Math.abs(one - other) + 1 }, (_, step) => api.getDisplayedRowAtIndex(first + step)?.data);
    return rows.every((row) => row !== undefined) ? rows : null;
  },
  focusCell: ({ row, column }) => {
    const api = grid();
    if (!api || row >= api.getDisplayedRowCount()) return;
    api.ensureColumnVisible(column);
    api.setFocusedCell(row, column);
  },
});
