/** Types between screens and the grid, independent of AG Grid. */
import type { ComponentType } from 'react';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** Pinned to the left edge; cannot be moved, resized or hidden. */
  readonly fixed?: boolean;
  readonly sortable?: boolean;
  readonly Cell: ComponentType<{ readonly row: Row }>;
}

/** Width of a column as the user left it; the list is in display order. */
export interface ColumnWidth {
  readonly key: string;
  readonly width: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Total number of rows; null if the page does not tell. */
  readonly total: number | null;
}

/** Rows to show; each new object is a new list. */
export interface ShownRows<Row> {
  readonly source: RowSource<Row>;
  /** First visible row, and its page. */
  readonly firstRow: number;
  readonly page: Page<Row>;
  /** The same list with newer rows: keeps the scroll position. */
  readonly stays?: boolean;
}

/** Source of rows, `PAGE_ROWS` at a time. */
export interface RowSource<Row> {
  /** Cached pages are returned synchronously; null if the request failed. */
  readonly read: (offset: number) => Page<Row> | Promise<Page<Row> | null>;
}

export const PAGE_ROWS = 100;

/** Row height; `default` follows the product's font size. */
export type Density = 'default' | 'compact';

export interface ColumnSort {
  readonly descending: boolean;
  /** Rank from 1, if several columns sort. */
  readonly rank: number | undefined;
}

export interface CellPosition {
  readonly row: number;
  readonly column: string;
}

/** Visible rows, zero-based and inclusive; null if there are none. */
export type VisibleRows = { readonly first: number; readonly last: number } | null;

export interface GridHandle<Row> {
  /** Reloads all cached pages and replaces their rows in place. */
  readonly reread: () => void;
  /** Like `reread`, for another list: starts at `firstRow`, in `page`. */
  readonly restart: (firstRow: number, page: Page<Row>) => void;
  /** Sets the final count. */
  readonly resize: (total: number) => void;
  /** Offsets of the cached pages. */
  readonly heldOffsets: () => readonly number[];
  /** Replaces the row with the same id, if it is cached. */
  readonly replace: (row: Row) => void;
  /** Number of rows known so far. */
  readonly count: () => number;
  readonly rowAt: (index: number) => Row | undefined;
  /** Rows from one id to the other, inclusive, in display order; null unless all are cached. */
  readonly rowsBetween: (id: string, otherId: string) => readonly Row[] | null;
  /** Focuses the cell without scrolling vertically. */
  readonly focusCell: (cell: CellPosition) => void;
}
