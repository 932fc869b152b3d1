/** What the grid may ask for, as SQL: every filter, sort and condition from the contract's allow-lists, and nothing else. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { sortableColumns, DORMANT_DAYS, type SortableColumn, type UserFilter } from '../../api/contract/users.page.ts';
import type { UserCondition } from '../../api/contract/users.ts';
import { addMs, DAY } from '../clock.ts';
import { problem } from '../http/problem.ts';
import { isLoggedIn } from './users.rows.ts';

type Condition = Expression<SqlBool>;

const registered = sql<SqlBool>`u.registered_at IS NOT NULL`;
const unlocked = (now: Date) => sql<SqlBool>`(u.locked_until IS NULL OR u.locked_until <= ${now})`;
const mfaRequired = sql<SqlBool>`coalesce(u.mfa_required_override, o.mfa_required)`;

export const filterConditions: Readonly<Record<UserFilter, (now: Date) => Condition>> = {
  all: () => sql<SqlBool>`true`,
  admin: () => sql<SqlBool>`u.roles && ARRAY['SubscriberAdministration', 'SystemAdministration']`,
  active: (now) => sql<SqlBool>`u.enabled AND ${registered} AND ${unlocked(now)}`,
  disabled: () => sql<SqlBool>`NOT u.enabled`,
  loggedIn: (now) => isLoggedIn(now),
  locked: (now) => sql<SqlBool>`u.locked_until > ${now}`,
  invited: (now) => sql<SqlBool>`u.registered_at IS NULL AND u.invite_expires_at > ${now}`,
  inviteExpired: (now) => sql<SqlBool>`u.registered_at IS NULL AND u.invite_expires_at <= ${now}`,
  mfaMissing: () => sql<SqlBool>`${mfaRequired} AND u.mfa_enrolled_at IS NULL AND ${registered}`,
  dormant: (now) => sql<SqlBool>`${registered} AND coalesce(u.last_login_at, u.created_at) < ${addMs(now, -DORMANT_DAYS * DAY)}`,
};

/** Every word of the search must occur somewhere in user name, names, e-mail or id; accents and case folded. */
export function searchCondition(search: string | undefined): Condition {
  const words = (search ?? '').split(/\s+/u).filter(Boolean).slice(0, 8);
  return words.reduce<Condition>(
    (all, word) => sql<SqlBool>`${all} AND u.search_text LIKE ${like(word, true)}`,
    sql<SqlBool>`true`,
  );
}

/** The pattern is folded by the database's own function, so that both sides of a comparison are folded alike. */
const like = (text: string, anywhere: boolean) =>
  sql<string>`${anywhere ? '%' : ''} || fold(${text.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;

const textColumns = {
  userName: sql`fold(u.user_name)`,
  name: sql`fold(u.first_name || ' ' || u.last_name)`,
  email: sql`fold(u.email)`,
  owner: sql`fold(w.user_name)`,
};

export function columnCondition(condition: UserCondition, now: Date): Condition {
  if (condition.op === 'never') return sql<SqlBool>`u.last_login_at IS NULL`;
  if (condition.op === 'before') return sql<SqlBool>`${dateColumn(condition.field)} < ${condition.value}`;
  if (condition.op === 'after') return sql<SqlBool>`${dateColumn(condition.field)} >= ${condition.value}`;
  if (condition.op === 'in') return inCondition(condition, now);
  const column = textColumns[condition.field as keyof typeof textColumns];
  if (condition.op === 'equals') return sql<SqlBool>`${column} = fold(${condition.value})`;
  return sql<SqlBool>`${column} LIKE ${like(condition.value, condition.op === 'contains')}`;
}

const dateColumn = (field: 'lastLoginAt' | 'createdAt') =>
  field === 'lastLoginAt' ? sql.ref('u.last_login_at') : sql.ref('u.created_at');

const mfaStates = {
  on: sql<SqlBool>`u.mfa_enrolled_at IS NOT NULL`,
  off: sql<SqlBool>`u.mfa_enrolled_at IS NULL AND NOT ${mfaRequired}`,
  required: sql<SqlBool>`u.mfa_enrolled_at IS NULL AND ${mfaRequired}`,
};

function inCondition(condition: Extract<UserCondition, { op: 'in' }>, now: Date): Condition {
  switch (condition.field) {
    case 'roles':
      return sql<SqlBool>`u.roles && ${condition.value}::text[]`;
    case 'organisation':
      return sql<SqlBool>`u.organisation_id = ANY(${condition.value}::uuid[])`;
    case 'mfa':
      return any(condition.value.map((state) => mfaStates[state]));
    case 'status':
      return any(condition.value.map((state) => filterConditions[state](now)));
  }
}

const any = (conditions: readonly Condition[]): Condition =>
  conditions.reduce<Condition>((all, one) => sql<SqlBool>`(${all} OR (${one}))`, sql<SqlBool>`false`);

/** Each sort has an index that begins with it. */
const sortColumns: Readonly<Record<SortableColumn, (now: Date) => RawBuilder<unknown>>> = {
  userName: () => sql`u.user_name_key`,
  name: () => sql`u.name_key`,
  email: () => sql`u.email_key`,
  organisation: () => sql`o.name_key`,
  lastLoginAt: () => sql`u.last_login_at`,
  createdAt: () => sql`u.created_at`,
  owner: () => sql`w.user_name_key`,
  mfa: () => sql`(CASE WHEN u.mfa_enrolled_at IS NOT NULL THEN 0 WHEN ${mfaRequired} THEN 1 ELSE 2 END)`,
  status: (now) => sql`(CASE WHEN u.registered_at IS NULL THEN CASE WHEN u.invite_expires_at > ${now} THEN 3 ELSE 4 END
    WHEN NOT u.enabled THEN 1 WHEN u.locked_until > ${now} THEN 2 ELSE 0 END)`,
};

/**
 * `-lastLoginAt,userName` → the terms of ORDER BY, ended by the id so that the order is total.
 * @throws Invalid for a column that can't be sorted by
 */
export function sortTerms(sort: string | undefined, now: Date): RawBuilder<unknown>[] {
  const terms = (sort ?? 'userName').split(',').filter(Boolean);
  const parsed = terms.map((term) => {
    const descending = term.startsWith('-');
    const column = sortableColumns.find((name) => name === (descending ? term.slice(1) : term));
    if (!column) throw problem('Invalid', { fields: { sort: { problem: 'BadRequest' } } });
    const expression = sortColumns[column](now);
    return descending ? sql`${expression} DESC NULLS LAST` : sql`${expression} ASC NULLS LAST`;
  });
  const backwards = terms[0]?.startsWith('-') === true;
  return [...parsed, backwards ? sql`u.user_id DESC` : sql`u.user_id ASC`];
}
