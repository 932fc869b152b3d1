/** Widths that fill the room with whole columns. */
import type { GridColumn } from './gridTypes.ts';

/** A column that can use more than its width takes its share of what is left over. */
export type SharingColumn<Row> = GridColumn<Row> & { readonly share: number };

/** With fewer whole columns than this, one that is cut at the edge says more than an empty stretch would. */
const MIN_WHOLE_COLUMNS = 3;

/**
 * The columns that fit are widened until they fill the room; the others begin beyond its edge.
 * @param room pixels that rows can take; 0 or less while unknown
 */
export function fitColumns<Column extends { readonly width: number; readonly share: number }>(
  columns: readonly Column[],
  room: number,
): readonly Column[] {
  const edges = columns.map((_, last) => columns.slice(0, last + 1).reduce((sum, { width }) => sum + width, 0));
  const whole = edges.filter((edge) => edge <= room).length;
  if (whole < Math.min(MIN_WHOLE_COLUMNS, columns.length)) return columns;
  const sharing = columns.slice(0, whole);
  const shares = sharing.reduce((sum, { share }) => sum + share, 0);
  if (shares === 0) return columns;
  const left = room - (edges[whole - 1] ?? 0);
  // Rounded at each edge, so that together they are as wide as the room.
  let shared = 0;
  const more = sharing.map(({ share }) => {
    const before = Math.round((left * shared) / shares);
    shared += share;
    return Math.round((left * shared) / shares) - before;
  });
  return columns.map((column, index) => ({ ...column, width: column.width + (more[index] ?? 0) }));
}
