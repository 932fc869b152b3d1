/** Reads the list that a directory sends: its shape as a whole, then each row by the rules of its fields. Pure, so that a thread can do it. */
import type { BodyOf } from '../../api/contract/index.ts';
import { email } from '../../api/contract/rules/email.ts';
import { personName } from '../../api/contract/rules/personName.ts';
import { required } from '../../api/contract/rules/required.ts';
import { broken, type Rule, type RuleCode } from '../../api/contract/rules/rule.ts';
import { notText } from '../../api/contract/rules/text.ts';
import { title } from '../../api/contract/rules/title.ts';
import { newUserNameRules } from '../../api/contract/rules/userName.ts';
import { id } from '../../api/contract/shape.ts';
import { SyncRequest, type SyncRow } from '../../api/contract/users.sync.ts';
import { roleSet } from '../db/roles.ts';
import { problem } from '../http/problem.ts';
import { validate } from '../http/validate.ts';

/** A field that breaks a rule, and where; rows are counted from 1, as people count them. */
export interface RuleFault {
  readonly row: number;
  readonly field: string;
  readonly rule: RuleCode;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

export type ListHead = Pick<BodyOf<'Users.Sync'>, 'source' | 'dryRun' | 'disableMissing'>;

export interface ListPart {
  /** The sound rows as JSON, ready for the store: nobody on the way needs to read them again. */
  readonly rows: string;
  readonly faults: readonly RuleFault[];
}

const ROWS_A_PART = 1000;

/** @throws BadRequest for what is no JSON, Invalid for another shape than the contract's */
export function readHead(body: Uint8Array): { head: ListHead; users: readonly SyncRow[] } {
  const { users, ...head } = validate(SyncRequest, parse(new TextDecoder().decode(body)));
  return { head, users };
}

export function* readParts(users: readonly SyncRow[]): Generator<ListPart> {
  for (let start = 0; start < users.length; start += ROWS_A_PART) {
    const faults: RuleFault[] = [];
    const sound: object[] = [];
    for (const [index, row] of users.slice(start, start + ROWS_A_PART).entries()) {
      const found = judge(row, start + index + 1);
      if (found.length > 0) faults.push(...found);
      else sound.push(stored(row, start + index + 1));
    }
    yield { rows: JSON.stringify(sound), faults };
  }
}

/** A key of this name would reach every object; written plainly or with escapes, it is looked for only where it can be. */
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
  ['firstName', [required, personName]],
  ['lastName', [required, personName]],
  ['title', [title]],
  ['organisationPublicId', [organisationId]],
];

function judge(row: SyncRow, number: number): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const [field, its] of rules) {
    const value = row[field];
    const rule = typeof value === 'string' ? broken([notText, ...its], value) : undefined;
    if (rule) faults.push({ row: number, field, rule: rule.code, values: rule.values });
  }
  if (row.roles.some((role) => !notText.holds(role))) faults.push({ row: number, field: 'roles', rule: notText.code });
  return faults;
}

const stored = (row: SyncRow, number: number) => ({
  row: number,
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
