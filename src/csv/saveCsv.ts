/** Saves lines as a CSV file, written as the server writes its own. */
import { type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { BOM, type CsvDelimiter, csvLine } from '@api/contract/csv.ts';

interface CsvContent {
  readonly lines: readonly (readonly (string | null)[])[];
  readonly delimiter: CsvDelimiter;
}

export const saveCsv =
  (fileName: string, { lines, delimiter }: CsvContent): ThunkAction<void, unknown, ClientExtra, UnknownAction> =>
  (_dispatch, _getState, { transport }) => {
    const text =
      BOM +
      lines
        .map((cells) =>
          csvLine(
            cells.map((cell) => cell ?? ''),
            delimiter,
          ),
        )
        .join('');
    transport.save(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  };
