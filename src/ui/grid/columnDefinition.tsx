/** A column of ours as the library wants it. */
import type { ColDef } from 'ag-grid-community';
import type { ComponentType } from 'react';
import type { GridColumn } from './gridTypes.ts';

type Cell<Row> = ComponentType<{ readonly row: Row }>;

const drawn = new WeakMap<object, unknown>();

/** The same component for the same cell, or every cell would be made anew with each change of the columns. */
function cellOf<Row>(Cell: Cell<Row>): unknown {
  const known = drawn.get(Cell);
  if (known) return known;
  const GridCell = ({ data }: { readonly data: Row | undefined }) => data && <Cell row={data} />;
  drawn.set(Cell, GridCell);
  return GridCell;
}

const NARROWEST = 80;

/** The library itself never sorts: it would empty itself while the sorted rows are on their way. */
export const columnDefinition = <Row,>(column: GridColumn<Row>): ColDef<Row> => ({
  colId: column.key,
  headerName: column.label,
  width: column.width,
  minWidth: column.fixed ? column.width : NARROWEST,
  sortable: false,
  headerComponentParams: { sortable: column.sortable ?? false },
  cellRenderer: cellOf(column.Cell),
  ...(column.fixed && {
    pinned: 'left',
    lockPosition: 'left',
    lockPinned: true,
    lockVisible: true,
    resizable: false,
    suppressMovable: true,
  }),
});
