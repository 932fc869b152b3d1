/** Maximum file size, and the display of sizes. */
import type { Rule } from './rule.ts';

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** `1536` → `1.5 KB`: steps of 1024, at most two decimals, never `1024 KB` for `1 MB`. */
export function formatBytes(bytes: number, locale = 'en-US'): string {
  let amount = Math.max(0, bytes);
  let step = 0;
  while (Math.round(amount * 100) >= 102400 && step < units.length - 1) {
    amount /= 1024;
    step += 1;
  }
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(amount);
  return `${number} ${step === 0 && amount === 1 ? 'Byte' : (units[step] ?? '')}`;
}

/** `max` in bytes, inclusive; `locale` formats the number in the message. */
export const fileSize = (max: number, locale?: string): Rule<{ readonly size: number }> => ({
  code: 'fileSize',
  values: { size: formatBytes(max, locale) },
  holds: (file) => file.size <= max,
});
