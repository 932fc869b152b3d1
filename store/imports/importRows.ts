/** Rows of a file as users, by the chosen columns; with the lines that cannot be read. */
import { withoutFormulaGuards } from '@api/contract/csv.ts';
import { cellLengths } from '@api/contract/rules/cellLength.ts';
import { plainApostrophes, typedLine, typedName, withoutInvisible } from '@api/contract/rules/typed.ts';
import type { SyncRow } from '@api/contract/users.sync.ts';

export const importFields = [
  'userName',
  'email',
  'firstName',
  'lastName',
  'title',
  'organisationPublicId',
  'roles',
  'enabled',
  'externalId',
] as const;
export type ImportField = (typeof importFields)[number];

const requiredFields = ['userName', 'email', 'firstName', 'lastName'] as const;
export const isRequiredField = (field: ImportField): field is (typeof requiredFields)[number] =>
  requiredFields.some((required) => required === field);

/** Encodings offered for a CSV file, by their names for `TextDecoder`. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'macintosh',
] as const;
export type Encoding = (typeof encodings)[number];

export interface CsvFile {
  readonly name: string;
  readonly encoding: Encoding;
  readonly heads: readonly string[];
  /** `line`: the number that an editor shows, from 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export interface Choices {
  /** Name of the directory. A user of an earlier sync with this name who is not in the file counts as missing. */
  readonly source: string;
  /** Index of the column for each field; -1: none. */
  readonly columns: Readonly<Record<ImportField, number>>;
  /** The organisation of all users if no column holds it. */
  readonly organisation: string;
  readonly organisations: readonly { readonly value: string; readonly label: string }[];
}

/** A fault of a cell, or of a whole line, of the file. */
export interface Fault {
  readonly line: number;
  /** Absent: the fault is in the whole line. */
  readonly field?: ImportField | undefined;
  /** The cell's text. */
  readonly value?: string | undefined;
  readonly why:
    | { readonly text: string }
    | { readonly unreadable: 'organisationPublicId' | 'enabled' }
    /** The number of characters that the server accepts. */
    | { readonly tooLong: number }
    /** The earlier line with the same value. */
    | { readonly repeats: number };
}

/** The role of users for whom the file has none. */
export const DEFAULT_ROLE = 'Member';

export const folded = (text: string): string =>
  plainApostrophes(withoutInvisible(text)).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

const trueWords = /^(1|true|yes|y|x|on|enabled|active|ja|j|wahr|aktiv|aktiviert)$/;
const falseWords = /^(0|false|no|n|off|disabled|inactive|nein|falsch|inaktiv|deaktiviert|gesperrt)$/;

const limitedFields = Object.keys(cellLengths) as (keyof typeof cellLengths)[];

export interface ReadRows {
  readonly users: SyncRow[];
  /** The line of each user. */
  readonly lines: number[];
  readonly faults: Fault[];
}

const unreadable = (field: 'organisationPublicId' | 'enabled', value: string) => ({ field, value, why: { unreadable: field } });

/** Converts the cell of a field to its value; other cells are trimmed. */
const meanings: Partial<Record<ImportField, (text: string) => string>> = {
  userName: typedLine,
  email: typedLine,
  externalId: typedLine,
  firstName: typedName,
  lastName: typedName,
};

export function readRows({ rows }: CsvFile, { columns, organisation, organisations }: Choices): ReadRows {
  const ids = new Map(organisations.flatMap(({ value, label }) => [[folded(label), value] as const, [value, value] as const]));
  const users: SyncRow[] = [];
  const lines: number[] = [];
  const faults: Fault[] = [];
  for (const { line, cells } of rows) {
    const cell = (field: ImportField) => {
      const text = withoutFormulaGuards(cells[columns[field]] ?? '');
      return meanings[field]?.(text) ?? text.trim();
    };
    const before = faults.length;
    const organisationText = cell('organisationPublicId');
    const organisationPublicId = columns.organisationPublicId < 0 ? organisation : ids.get(folded(organisationText));
    if (organisationPublicId === undefined) faults.push({ line, ...unreadable('organisationPublicId', organisationText) });
    const enabledText = cell('enabled');
    const enabled = columns.enabled < 0 || trueWords.test(folded(enabledText));
    if (!enabled && !falseWords.test(folded(enabledText))) faults.push({ line, ...unreadable('enabled', enabledText) });
    const roles = cell('roles')
      .split(/[;,|]/)
      .map((role) => role.trim())
      .filter(Boolean);
    // A cell that is too long would make the server refuse the whole request without naming the line.
    for (const field of limitedFields) {
      const most = field === 'userName' && !cell('externalId') ? cellLengths.externalId : cellLengths[field];
      const texts = field === 'roles' ? roles : [cell(field)];
      if (texts.some(({ length }) => length > most)) faults.push({ line, field, value: cell(field), why: { tooLong: most } });
    }
    if (organisationPublicId === undefined || faults.length > before) continue;
    const title = cell('title');
    lines.push(line);
    users.push({
      externalId: cell('externalId') || cell('userName'),
      userName: cell('userName'),
      email: cell('email'),
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      ...(title && { title }),
      organisationPublicId,
      enabled,
      roles: roles.length > 0 ? roles : [DEFAULT_ROLE],
    });
  }
  return { users, lines, faults };
}
