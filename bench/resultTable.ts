/** Result table of the benchmarks: label, measured value, budget. */

export interface ResultRow {
  readonly label: string;
  readonly measured: string;
  readonly budget: string;
  /** Absent for rows without a budget. */
  readonly within?: boolean;
}

const verdict = ({ within }: ResultRow): string => (within === undefined ? '    ' : within ? 'ok  ' : 'OVER');

export const formatRow = (row: ResultRow): string =>
  `${verdict(row)}  ${row.label.padEnd(66)} ${row.measured.padStart(24)}  ${row.budget}`;

export const atLeast = (what: string, value: number, least: number, write: (value: number) => string): ResultRow => ({
  label: what,
  measured: write(value),
  budget: `≥ ${write(least)}`,
  within: value >= least,
});
export const atMost = (what: string, value: number, most: number, write: (value: number) => string): ResultRow => ({
  label: what,
  measured: write(value),
  budget: `≤ ${write(most)}`,
  within: value <= most,
});
export const unbudgeted = (what: string, measured: string): ResultRow => ({ label: what, measured, budget: '' });
