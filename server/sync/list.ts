/** Parses and validates the list sent by a directory: its shape, then each row. Pure, to run in a worker thread. */
import type { BodyOf } from '../../api/contract/index.ts';
import { email } from '../../api/contract/rules/email.ts';
import { personNameRules } from '../../api/contract/rules/personName.ts';
import { required } from '../../api/contract/rules/required.ts';
import { broken, type Rule, type RuleCode } from '../../api/contract/rules/rule.ts';
import { notText } from '../../api/contract/rules/text.ts';
import { title } from '../../api/contract/rules/title.ts';
import { newUserNameRules } from '../../api/contract/rules/userName.ts';
import { id } from '../../api/contract/shape.ts';
import { SyncRequest, type SyncRow } from '../../api/contract/users.sync.ts';
import { roleSet } from '../db/roles.ts';
import { problem } from '../http/problem.ts';
import { typedTexts } from '../http/typedTexts.ts';
import { validate } from '../http/validate.ts';

/** A violated rule; rows are counted from 1. */
export interface RuleFault {
  readonly row: number;
  readonly field: string;
  readonly rule: RuleCode;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

export type ListHead = Pick<BodyOf<'Users.Sync'>, 'source' | 'dryRun' | 'disableMissing' | 'mailLinks'>;

export interface ListPart {
  /** The valid rows as JSON, ready for the database, so that no later step parses them. */
  readonly rows: string;
  readonly faults: readonly RuleFault[];
}

const PART_ROWS = 1000;

/** @throws BadRequest for invalid JSON, Invalid for another shape than the contract's */
export function readHead(body: Uint8Array): { head: ListHead; users: readonly SyncRow[] } {
  const { users, ...head } = validate(SyncRequest, parse(new TextDecoder().decode(body)));
  return { head, users };
}

export function* readParts(users: readonly SyncRow[]): Generator<ListPart> {
  for (let start = 0; start < users.length; start += PART_ROWS) {
    const faults: RuleFault[] = [];
    const validRows: object[] = [];
    for (const [index, sent] of users.slice(start, start + PART_ROWS).entries()) {
      const row = typedTexts(sent) as SyncRow;
      const found = faultsOf(row, start + index + 1);
      if (found.length > 0) faults.push(...found);
      else validRows.push(toRow(row, start + index + 1));
    }
    yield { rows: JSON.stringify(validRows), faults };
  }
}

/** Rejects the key `__proto__` (prototype pollution), also if escaped; the slow reviver runs only when needed. */
function parse(text: string): unknown {
  const reviver = (key: string, value: unknown) => {
    if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
    return value;
  };
  try {
    return /__proto__|\\u00/.test(text) ? JSON.parse(text, reviver) : JSON.parse(text);
  } catch (error) {
    throw problem('BadRequest', { cause: error });
  }
}

const organisationId: Rule = { code: 'required', holds: (text) => id.safeParse(text).success };

const rules: readonly (readonly [field: keyof SyncRow, rules: readonly Rule[]])[] = [
  ['externalId', [required]],
  ['userName', [required, ...newUserNameRules]],
  ['email', [required, email]],
  ['firstName', [required, ...personNameRules]],
  ['lastName', [required, ...personNameRules]],
  ['title', [title]],
  ['organisationPublicId', [organisationId]],
];

function faultsOf(row: SyncRow, rowNumber: number): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const [field, fieldRules] of rules) {
    const value = row[field];
    const rule = typeof value === 'string' ? broken([notText, ...fieldRules], value) : undefined;
    if (rule) faults.push({ row: rowNumber, field, rule: rule.code, values: rule.values });
  }
  if (row.roles.some((role) => !notText.holds(role))) faults.push({ row: rowNumber, field: 'roles', rule: notText.code });
  return faults;
}

const toRow = (row: SyncRow, rowNumber: number) => ({
  row: rowNumber,
  external_id: row.externalId,
  user_name: row.userName,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  title: row.title,
  organisation_id: row.organisationPublicId,
  enabled: row.enabled,
  roles: roleSet(row.roles),
});
