/** The file of another system, as its people are read one after the other, and why a file is refused. */
import type { ImportRefusal } from '../../api/contract/imports.shapes.ts';
import type { ForeignPerson } from './person.ts';

export type ReadRow = { readonly line: number } & ({ readonly person: ForeignPerson } | { readonly refusal: ImportRefusal });

export interface ForeignFile {
  readonly source: string;
  /** Of a workbook, the name of the sheet that is read. */
  readonly sheet?: string;
  readonly rows: AsyncIterable<ReadRow>;
}

const MESSAGES = {
  FileEmpty: () => 'The file is empty.',
  FileUnknown: () => 'No system that is supported here exports a file of this kind.',
  FileSpreadsheet: () =>
    'The file is a workbook in an unsupported format, or is protected by a password. Save it in Excel as XLSX or as CSV (UTF-8), and import that file.',
  WorkbookTooLarge: () => 'The workbook is too large to be read. Save it in Excel as CSV (UTF-8), and import that file.',
  WorkbookBroken: () =>
    'The workbook is incomplete, or was not written by Excel. Save it again, or as CSV (UTF-8), and import that file.',
  FileBroken: (line: number) => `The file is not valid JSON: it breaks off, or has an extra bracket, on line ${String(line)}.`,
} as const;

/** A file that no source knows, a workbook that can't be read, or a file that breaks off; the message is shown to the operator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly code: keyof typeof MESSAGES;
  /** Where it breaks off. */
  readonly line: number;
  constructor(code: keyof typeof MESSAGES, line = 0) {
    super(MESSAGES[code](line));
    this.code = code;
    this.line = line;
  }
}
