/** What a screen says to the grid and hears from it, in words that are not those of the library behind it. */
import type { ComponentType } from 'react';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** At the left edge for good: neither moved nor resized nor hidden. */
  readonly fixed?: boolean;
  readonly sortable?: boolean;
  readonly Cell: ComponentType<{ readonly row: Row }>;
}

/** A column as a person left it; in order from left to right. */
export interface ColumnPlace {
  readonly key: string;
  readonly width: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all. */
  readonly total: number;
  /** There are more than these, which are being counted. */
  readonly totalLater?: boolean;
}

/** Where rows come from, `PAGE_ROWS` at a time. */
export interface RowSource<Row> {
  /** Pages that are there already come at once; null: could not be had. */
  readonly read: (offset: number) => Page<Row> | Promise<Page<Row> | null>;
}

export const PAGE_ROWS = 100;

export interface ColumnSort {
  readonly descending: boolean;
  /** From 1, where several columns sort. */
  readonly place: number | undefined;
}

export interface CellPlace {
  readonly row: number;
  readonly column: string;
}

/** Rows in view, counted from 0, both included; null where there is none. */
export type VisibleRows = { readonly first: number; readonly last: number } | null;

export interface GridHandle<Row> {
  /** Reads all pages it holds anew, and puts the new rows in the place of the old. */
  readonly reread: () => void;
  /** As `reread`, where these are other rows: from `firstRow` on, of as many as their page says. */
  readonly restart: (firstRow: number, page: Page<Row>) => void;
  /** They have been counted. */
  readonly resize: (total: number) => void;
  /** Offsets of the pages it holds. */
  readonly heldOffsets: () => readonly number[];
  /** Puts a row in the place of the one with its id, if it is held. */
  readonly replace: (row: Row) => void;
  /** How many rows there are in all, as far as it knows. */
  readonly count: () => number;
  readonly rowAt: (index: number) => Row | undefined;
  /** The rows from one id to the other, both included, in their order; null where not all of them are held. */
  readonly rowsBetween: (id: string, otherId: string) => readonly Row[] | null;
  /** Stands on the cell, without scrolling up or down. */
  readonly focusCell: (place: CellPlace) => void;
}
