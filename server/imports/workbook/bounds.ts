/** How much of a workbook is unpacked and kept: a small file can be made to unpack to gigabytes. */

/** 100,000 people with hashes have 9 MiB. */
export const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024;
/** A workbook has one for each sheet, picture and chart. */
export const MAX_PARTS = 10_000;
/** Of all parts that are read; 100,000 people have 65 MiB. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Of the texts that stand apart from the cells, and of the table that is made of them. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024;
export const MAX_TEXTS = 2_000_000;
/** Of one cell, as Excel has it. */
export const MAX_CELL_CHARACTERS = 32_767;
/** As Excel has them. */
export const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];
/** Columns with a heading. */
export const MAX_HEADS = 1000;

/** A workbook that is not read; thrown in the worker thread. */
export class WorkbookRefused extends Error {
  override readonly name = 'WorkbookRefused';
  readonly code: 'WorkbookTooLarge' | 'WorkbookBroken' | 'FileSpreadsheet' | 'FileUnknown';
  constructor(code: WorkbookRefused['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
