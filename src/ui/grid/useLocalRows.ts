/** Rows that the page holds already, as the grid reads them. */
import { useState } from 'react';
import type { ShownRows } from './GridTable.tsx';
import { PAGE_ROWS } from './gridTypes.ts';

interface Held<Row> {
  readonly rows: readonly Row[];
  readonly view: string;
  readonly shown: ShownRows<Row>;
}

/**
 * @param view identifies what is listed: another one starts at its first row, newer rows of the same one are replaced in place
 * @param firstRowOf where the first list starts, read once
 */
export function useLocalRows<Row>(
  rows: readonly Row[] | undefined,
  view: string,
  firstRowOf: () => number,
): ShownRows<Row> | null {
  const [held, setHeld] = useState<Held<Row>>();
  if (!rows || held?.rows === rows) return held?.shown ?? null;
  const pageAt = (offset: number) => ({ rows: rows.slice(offset, offset + PAGE_ROWS), total: rows.length });
  const firstRow = held ? 0 : Math.max(0, Math.min(firstRowOf(), rows.length - 1));
  const shown = { source: { read: pageAt }, page: pageAt(0), firstRow, stays: held?.view === view };
  setHeld({ rows, view, shown });
  return shown;
}
