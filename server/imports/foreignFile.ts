/** The file of another system, as it is read. */
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
  FileUnknown: () => 'No system that is known here writes such a file.',
  FileSpreadsheet: () =>
    'The file is a workbook of a kind that is not read, or has a password: save it as XLSX or as CSV (UTF-8) in Excel, and import that.',
  WorkbookTooLarge: () => 'The workbook is too large to be read: save it as CSV (UTF-8) in Excel, and import that.',
  WorkbookBroken: () => 'The workbook is not complete, or was not written by Excel: save it again, or as CSV (UTF-8).',
  FileBroken: (line: number) => `The file is no JSON: it breaks off, or has a bracket too many, in line ${String(line)}.`,
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
