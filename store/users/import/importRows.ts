/** The rows of a file as people, by the columns that were chosen for them; and which line is at fault where that can't be told. */
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

/** Without these there is nobody. */
const neededFields = ['userName', 'email', 'firstName', 'lastName'] as const;
export const isNeeded = (field: ImportField): field is (typeof neededFields)[number] =>
  neededFields.some((needed) => needed === field);

export interface CsvFile {
  readonly name: string;
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252';
  readonly heads: readonly string[];
  /** `line` as an editor counts them. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export interface Choices {
  /** The list by name: whoever was in it before and no longer is, is missing. */
  readonly source: string;
  /** The place of the column for each field; -1: none. */
  readonly columns: Readonly<Record<ImportField, number>>;
  /** Of everybody, where no column tells. */
  readonly organisation: string;
  readonly organisations: readonly { readonly value: string; readonly label: string }[];
}

export type Fault = { readonly line: number } & (
  { readonly text: string } | { readonly field: 'organisationPublicId' | 'enabled'; readonly value: string }
);

/** Who has no role in the file. */
export const USUAL_ROLE = 'Member';

export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

const yes = /^(1|true|yes|y|x|on|enabled|active|ja|j|wahr|aktiv|aktiviert)$/;
const no = /^(0|false|no|n|off|disabled|inactive|nein|falsch|inaktiv|deaktiviert|gesperrt)$/;

export interface ReadRows {
  readonly users: SyncRow[];
  /** The line of each. */
  readonly lines: number[];
  readonly faults: Fault[];
}

export function readRows({ rows }: CsvFile, { columns, organisation, organisations }: Choices): ReadRows {
  const ids = new Map(organisations.flatMap(({ value, label }) => [[folded(label), value] as const, [value, value] as const]));
  const users: SyncRow[] = [];
  const lines: number[] = [];
  const faults: Fault[] = [];
  for (const { line, cells } of rows) {
    const cell = (field: ImportField) => cells[columns[field]]?.trim() ?? '';
    const before = faults.length;
    const place = cell('organisationPublicId');
    const organisationPublicId = columns.organisationPublicId < 0 ? organisation : ids.get(folded(place));
    if (organisationPublicId === undefined) faults.push({ line, field: 'organisationPublicId', value: place });
    const state = cell('enabled');
    const enabled = columns.enabled < 0 || yes.test(folded(state));
    if (!enabled && !no.test(folded(state))) faults.push({ line, field: 'enabled', value: state });
    const roles = cell('roles')
      .split(/[;,|]/)
      .map((role) => role.trim())
      .filter(Boolean);
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
      roles: roles.length > 0 ? roles : [USUAL_ROLE],
    });
  }
  return { users, lines, faults };
}
