/** The separator that spreadsheets expect in a language: cells of German files hold commas as decimal signs. */
import type { CsvDelimiter } from '@api/contract/csv.ts';

export const usualDelimiter = (language: string): CsvDelimiter =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ',';
