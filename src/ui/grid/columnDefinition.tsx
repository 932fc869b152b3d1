/** Maps our column type to AG Grid's. */
import type { ColDef } from 'ag-grid-community';
import type { ComponentType } from 'react';
import type { GridColumn } from './gridTypes.ts';

type Cell<Row> = ComponentType<{ readonly row: Row }>;

const wrappers = new WeakMap<object, unknown>();

/** Cached, so that a change of the columns does not remount every cell. */
function cellOf<Row>(Cell: Cell<Row>): unknown {
  const cached = wrappers.get(Cell);
  if (cached) return cached;
  const GridCell = ({ data }: { readonly data: Row | undefined }) => data && <Cell row={data} />;
  wrappers.set(Cell, GridCell);
  return GridCell;
}

const MIN_WIDTH_PX = 72;

/** The grid itself never sorts: it would be empty while the sorted rows load. */
export const columnDefinition = <Row,>(column: GridColumn<Row>): ColDef<Row> => ({
  colId: column.key,
  headerName: column.label,
  width: column.width,
  minWidth: column.fixed ? column.width : MIN_WIDTH_PX,
  sortable: false,
  headerComponentParams: { sortable: column.sortable ?? false },
  cellRenderer: cellOf(column.Cell),
  // A header dropped on a fixed column would pin its own; null also takes back what a former definition pinned.
  pinned: column.fixed ? 'left' : null,
  lockPinned: true,
  ...(column.fixed && {
    lockPosition: 'left',
    lockVisible: true,
    resizable: false,
    suppressMovable: true,
  }),
});
