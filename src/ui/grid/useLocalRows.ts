/** Row source for rows that are already in memory. */
import { useState } from 'react';
import { PAGE_ROWS, type ShownRows } from './gridTypes.ts';

interface State<Row> {
  readonly rows: readonly Row[];
  readonly view: string;
  readonly shown: ShownRows<Row>;
}

/**
 * @param view identifies the list: another one starts at its first row, newer rows of the same one are replaced in place
 * @param firstRowOf first row of the initial list, read once
 */
export function useLocalRows<Row>(
  rows: readonly Row[] | undefined,
  view: string,
  firstRowOf: () => number,
): ShownRows<Row> | null {
  const [state, setState] = useState<State<Row>>();
  if (!rows || state?.rows === rows) return state?.shown ?? null;
  const pageAt = (offset: number) => ({ rows: rows.slice(offset, offset + PAGE_ROWS), total: rows.length });
  const firstRow = state ? 0 : Math.max(0, Math.min(firstRowOf(), rows.length - 1));
  const shown = { source: { read: pageAt }, page: pageAt(0), firstRow, stays: state?.view === view };
  setState({ rows, view, shown });
  return shown;
}
