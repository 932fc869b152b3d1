/** Column widths that fill the available width with whole columns. */
import type { GridColumn } from './gridTypes.ts';

interface Fitted {
  /** Pixels. */
  readonly width: number;
  /** Its part of the remaining width. */
  readonly share: number;
  /** Pixels to which it may be narrowed so that all columns are visible; default: `width`. */
  readonly minWidth?: number;
}

/** A column that grows by its share of the remaining width. */
export type SharingColumn<Row> = GridColumn<Row> & Fitted;

/** With fewer whole columns than this, nothing is widened: a cut-off column looks better than wide gaps. */
const MIN_WHOLE_COLUMNS = 3;

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** Divides whole pixels by shares. Rounded at each edge, so that the sum is exact. */
function divide(pixels: number, shares: readonly number[]): readonly number[] {
  const total = sumOf(shares);
  const edgeAfter = (count: number) => Math.round((pixels * sumOf(shares.slice(0, count))) / total);
  return shares.map((_, index) => edgeAfter(index + 1) - edgeAfter(index));
}

const withWidths = <Column extends Fitted>(columns: readonly Column[], widths: readonly number[]): readonly Column[] =>
  columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }));

/**
 * Narrows all columns if that makes them fit; else widens those that fit until they fill `availableWidth`, and the others start
 * beyond its edge.
 * @param availableWidth in pixels; 0 or less while unknown
 */
export function fitColumns<Column extends Fitted>(columns: readonly Column[], availableWidth: number): readonly Column[] {
  const widths = columns.map(({ width }) => width);
  const minWidths = columns.map(({ width, minWidth = width }) => minWidth);
  const spareWidth = availableWidth - sumOf(minWidths);
  if (spareWidth >= 0 && availableWidth < sumOf(widths)) {
    const extraWidths = divide(
      spareWidth,
      columns.map(({ width, minWidth = width }) => width - minWidth),
    );
    return withWidths(
      columns,
      minWidths.map((width, index) => width + (extraWidths[index] ?? 0)),
    );
  }
  const whole = widths.filter((_, last) => sumOf(widths.slice(0, last + 1)) <= availableWidth).length;
  const shares = columns.slice(0, whole).map(({ share }) => share);
  if (whole < Math.min(MIN_WHOLE_COLUMNS, columns.length) || sumOf(shares) === 0) return columns;
  const extraWidths = divide(availableWidth - sumOf(widths.slice(0, whole)), shares);
  return withWidths(
    columns,
    widths.map((width, index) => width + (extraWidths[index] ?? 0)),
  );
}
