/** Rows of a file as users, by the chosen columns; with the lines that cannot be read. */
import { withoutFormulaGuards } from '@api/contract/csv.ts';
import { cellLengths } from '@api/contract/rules/cellLength.ts';
import { folded } from '@api/contract/rules/folded.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';
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
    | { readonly unreadable: 'organisationPublicId' | 'sharedOrganisation' | 'enabled' }
    /** The number of characters that the server accepts. */
    | { readonly tooLong: number }
    /** The earlier line with the same value. */
    | { readonly repeats: number };
}

/** The role of users for whom the file has none. */
export const DEFAULT_ROLE = 'Member';

const trueWords = /^(1|true|yes|y|x|on|enabled|active|ja|j|wahr|aktiv|aktiviert)$/;
const falseWords = /^(0|false|no|n|off|disabled|inactive|nein|falsch|inaktiv|deaktiviert|gesperrt)$/;

const limitedFields = Object.keys(cellLengths) as (keyof typeof cellLengths)[];

export interface ReadRows {
  readonly users: SyncRow[];
  /** The line of each user. */
  readonly lines: number[];
  readonly faults: Fault[];
}

/** Organisations by their folded names and by their IDs; a name that several share is that of none. */
function idsByName(organisations: Choices['organisations']): ReadonlyMap<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  for (const { value, label } of organisations)
    for (const key of [folded(label), value]) ids.set(key, ids.has(key) && ids.get(key) !== value ? undefined : value);
  return ids;
}

/** Converts the cell of a field to its value; other cells are trimmed. */
const converters: Partial<Record<ImportField, (text: string) => string>> = {
  userName: typedLine,
  email: typedLine,
  externalId: typedLine,
  firstName: typedName,
  lastName: typedName,
};

export function readRows({ rows }: CsvFile, { columns, organisation, organisations }: Choices): ReadRows {
  const ids = idsByName(organisations);
  const users: SyncRow[] = [];
  const lines: number[] = [];
  const faults: Fault[] = [];
  for (const { line, cells } of rows) {
    const cell = (field: ImportField) => {
      const text = withoutFormulaGuards(cells[columns[field]] ?? '');
      return converters[field]?.(text) ?? text.trim();
    };
    const before = faults.length;
    const organisationText = cell('organisationPublicId');
    const organisationKey = folded(organisationText);
    const organisationPublicId = columns.organisationPublicId < 0 ? organisation : ids.get(organisationKey);
    if (organisationPublicId === undefined) {
      const unreadable = ids.has(organisationKey) ? 'sharedOrganisation' : 'organisationPublicId';
      faults.push({ line, field: 'organisationPublicId', value: organisationText, why: { unreadable } });
    }
    const enabledText = cell('enabled');
    const enabled = columns.enabled < 0 || trueWords.test(folded(enabledText));
    if (!enabled && !falseWords.test(folded(enabledText)))
      faults.push({ line, field: 'enabled', value: enabledText, why: { unreadable: 'enabled' } });
    const roles = cell('roles')
      .split(/[;,|]/)
      .map((role) => role.trim())
      .filter(Boolean);
    // A cell that is too long would make the server refuse the whole request without naming the line.
    for (const field of limitedFields) {
      // A user name stands in for a missing external id (below), so it must fit there.
      const maxLength = field === 'userName' && !cell('externalId') ? cellLengths.externalId : cellLengths[field];
      const texts = field === 'roles' ? roles : [cell(field)];
      if (texts.some(({ length }) => length > maxLength))
        faults.push({ line, field, value: cell(field), why: { tooLong: maxLength } });
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
