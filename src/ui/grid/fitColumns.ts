/** Column widths that fill the available width with whole columns. */
import type { GridColumn } from './gridTypes.ts';

/** A column that grows by its share of the remaining width. */
export type SharingColumn<Row> = GridColumn<Row> & { readonly share: number };

/** With fewer whole columns than this, nothing is widened: a cut-off column looks better than wide gaps. */
const MIN_WHOLE_COLUMNS = 3;

/**
 * Widens the columns that fit until they fill `room`; the others start beyond its edge.
 * @param room available width in pixels; 0 or less while unknown
 */
export function fitColumns<Column extends { readonly width: number; readonly share: number }>(
  columns: readonly Column[],
  availableWidth: number,
): readonly Column[] {
  const edges = columns.map((_, last) => columns.slice(0, last + 1).reduce((sum, { width }) => sum + width, 0));
  const whole = edges.filter((edge) => edge <= availableWidth).length;
  if (whole < Math.min(MIN_WHOLE_COLUMNS, columns.length)) return columns;
  const fitting = columns.slice(0, whole);
  const shares = fitting.reduce((sum, { share }) => sum + share, 0);
  if (shares === 0) return columns;
  const spareWidth = availableWidth - (edges[whole - 1] ?? 0);
  // Rounded at each edge, so that the sum is exact.
  let sharesSoFar = 0;
  const extraWidths = fitting.map(({ share }) => {
    const before = Math.round((spareWidth * sharesSoFar) / shares);
    sharesSoFar += share;
    return Math.round((spareWidth * sharesSoFar) / shares) - before;
  });
  return columns.map((column, index) => ({ ...column, width: column.width + (extraWidths[index] ?? 0) }));
}
