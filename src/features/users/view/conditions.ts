/** Column conditions in the URL: `status=active,locked`, `email=contains:smith`, `lastLoginAt=before:2026-01-31`. */
import type { UserCondition } from '@api/contract/users.conditions.ts';
import type { UserFilter } from '@api/contract/users.page.ts';

const textFields = ['userName', 'name', 'email', 'owner'] as const;
export const textOps = ['contains', 'equals', 'startsWith'] as const;
const dateFields = ['lastLoginAt', 'createdAt'] as const;
const dateOps = ['before', 'after'] as const;
export const statuses = ['active', 'disabled', 'locked', 'invited', 'inviteExpiring', 'inviteExpired'] as const;
export const mfaStates = ['missing', 'on', 'passkey', 'off', 'required'] as const;
/** Values of the last login besides days. */
export const lastLogins = ['dormant', 'never'] as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

const listedIn = <Value extends string>(values: readonly Value[], text: string): Value[] =>
  values.filter((value) => text.split(',').includes(value));

/** `contains:a:b` → `['contains', 'a:b']`. */
function splitOperator(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function textCondition(field: (typeof textFields)[number], text: string): UserCondition | undefined {
  const [name, value] = splitOperator(text);
  const op = oneOf(textOps, name);
  return op && value !== '' ? { field, op, value: value.slice(0, 200) } : undefined;
}

function dateCondition(field: (typeof dateFields)[number], text: string): UserCondition | undefined {
  const lastLogin = oneOf(lastLogins, text);
  if (field === 'lastLoginAt' && lastLogin) return { field, op: lastLogin };
  const [name, value] = splitOperator(text);
  const op = oneOf(dateOps, name);
  const time = new Date(value);
  return op && Number.isFinite(time.getTime()) ? { field, op, value: time.toISOString() } : undefined;
}

const unlessEmpty = <Condition extends UserCondition & { readonly op: 'in' }>(condition: Condition): Condition | undefined =>
  condition.value.length > 0 ? condition : undefined;

function readCondition(field: string, text: string): UserCondition | undefined {
  const textField = oneOf(textFields, field);
  if (textField) return textCondition(textField, text);
  const dateField = oneOf(dateFields, field);
  if (dateField) return dateCondition(dateField, text);
  switch (field) {
    case 'status':
      return unlessEmpty({ field, op: 'in', value: listedIn(statuses, text) });
    case 'mfa':
      return unlessEmpty({ field, op: 'in', value: listedIn(mfaStates, text) });
    case 'managedBy':
      return { field, op: 'in', value: text.split(',').slice(0, 20) };
    case 'roles':
      return unlessEmpty({ field, op: 'in', value: text.split(',').filter(Boolean).slice(0, 50) });
    case 'organisation':
      return unlessEmpty({
        field,
        op: 'in',
        value: text
          .split(',')
          .filter((id) => UUID.test(id))
          .slice(0, 200),
      });
    default:
      return undefined;
  }
}

/** The server's limit. */
const MAX_CONDITIONS = 20;

/** All conditions in a query; invalid ones are skipped. */
export const conditionsIn = (query: URLSearchParams): readonly UserCondition[] =>
  [...query].flatMap(([field, text]) => readCondition(field, text) ?? []).slice(0, MAX_CONDITIONS);

function valueOf(condition: UserCondition): string {
  switch (condition.op) {
    case 'in':
      return condition.value.join(',');
    case 'never':
    case 'dormant':
      return condition.op;
    default:
      return `${condition.op}:${condition.value}`;
  }
}

export function writeConditions(query: URLSearchParams, where: readonly UserCondition[]): void {
  for (const condition of where) query.append(condition.field, valueOf(condition));
}

export type ConditionField = UserCondition['field'];

/** The condition equivalent to a filter of the server that has no tab; it narrows each tab. */
export function conditionFor(filter: UserFilter): UserCondition | undefined {
  switch (filter) {
    case 'locked':
    case 'invited':
    case 'inviteExpired':
      return { field: 'status', op: 'in', value: [filter] };
    case 'mfaMissing':
      return { field: 'mfa', op: 'in', value: ['missing'] };
    case 'dormant':
      return { field: 'lastLoginAt', op: 'dormant' };
    default:
      return undefined;
  }
}

export const conditionsOn = (where: readonly UserCondition[], field: string): readonly UserCondition[] =>
  where.filter((condition) => condition.field === field);

/** `where` with all conditions on `field` replaced. */
export const withConditions = (
  where: readonly UserCondition[],
  field: ConditionField,
  conditions: readonly UserCondition[],
): readonly UserCondition[] => [...where.filter((condition) => condition.field !== field), ...conditions];
