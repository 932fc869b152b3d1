/** CSV in the browser by the server's rules: UTF-8 with BOM, RFC 4180, formulas escaped against CSV injection (OWASP). */
import { type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",;\t\r\n]|^ | $/;

function escapeCell(cell: string | null): string {
  const text = FORMULA.test(cell ?? '') ? `'${cell ?? ''}` : (cell ?? '');
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const toCsv = (lines: readonly (readonly (string | null)[])[]): string =>
  `\uFEFF${lines.map((cells) => `${cells.map(escapeCell).join(',')}\r\n`).join('')}`;

/** Downloads the lines as a file. */
export const saveCsv =
  (fileName: string, lines: readonly (readonly (string | null)[])[]): ThunkAction<void, unknown, ClientExtra, UnknownAction> =>
  (_dispatch, _getState, { transport }) => {
    transport.save(fileName, new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' }));
  };
