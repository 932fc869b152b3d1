/** Months of UTC, written `YYYY-MM`: the unit in which events are stored and archived. */

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** @returns undefined unless it is one */
export const parseMonth = (text: string): string | undefined => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined);

export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** @param count may be negative */
export function addMonths(month: string, count: number): string {
  const start = startOfMonth(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return monthOf(start);
}

export const endOfMonth = (month: string): Date => startOfMonth(addMonths(month, 1));
