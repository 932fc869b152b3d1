/** Medians and percentiles, and number formats of the result table. */

/** Nearest-rank percentile, `share` from 0 to 1; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
export const integer = (value: number): string => Math.round(value).toLocaleString('en');
export const decimal = (value: number): string => value.toFixed(1);
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
