/** The table of a measurement: what, how much, and what was promised. */

export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  /** Absent where nothing was promised. */
  readonly within?: boolean;
}

const verdict = ({ within }: Row): string => (within === undefined ? '    ' : within ? 'ok  ' : 'OVER');

export const written = (row: Row): string =>
  `${verdict(row)}  ${row.what.padEnd(66)} ${row.measured.padStart(24)}  ${row.budget}`;

/** For numbers where more is better, or less. */
export const atLeast = (what: string, value: number, least: number, write: (value: number) => string): Row => ({
  what,
  measured: write(value),
  budget: `≥ ${write(least)}`,
  within: value >= least,
});
export const atMost = (what: string, value: number, most: number, write: (value: number) => string): Row => ({
  what,
  measured: write(value),
  budget: `≤ ${write(most)}`,
  within: value <= most,
});
export const noted = (what: string, measured: string): Row => ({ what, measured, budget: '' });
