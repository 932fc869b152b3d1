/** Widths that fill a room. */
import type { GridColumn } from './gridTypes.ts';

/** A column that can use more than its width takes its share of what is left over. */
export type SharingColumn<Row> = GridColumn<Row> & { readonly share: number };

/** @param room pixels from edge to edge; 0 while nobody knows */
export function fitted<Row>(columns: readonly SharingColumn<Row>[], room: number): readonly GridColumn<Row>[] {
  const left = room - columns.reduce((sum, { width }) => sum + width, 0);
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  return left <= 0 || shares === 0
    ? columns
    : columns.map((column) => ({ ...column, width: column.width + Math.floor((left * column.share) / shares) }));
}
