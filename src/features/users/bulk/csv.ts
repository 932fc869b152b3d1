/** CSV made in the browser, by the same rules as the server's: UTF-8 with BOM, RFC 4180, and no cell that a spreadsheet would run. */
import { type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",;\t\r\n]|^ | $/;

function written(cell: string | null): string {
  const text = FORMULA.test(cell ?? '') ? `'${cell ?? ''}` : (cell ?? '');
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvOf = (lines: readonly (readonly (string | null)[])[]): string =>
  `\uFEFF${lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;

/** Hands the lines to the person as a file. */
export const saveCsv =
  (fileName: string, lines: readonly (readonly (string | null)[])[]): ThunkAction<void, unknown, ClientExtra, UnknownAction> =>
  (_dispatch, _getState, { transport }) => {
    transport.save(fileName, new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }));
  };
