/**
 * The grid's filters and column conditions as SQL on `users as u`: the contract's allow-lists and nothing else. None has a
 * correlated subquery, so that an index can evaluate all of them.
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { DORMANT_DAYS, INVITE_EXPIRING_HOURS, type UserFilter } from '../../../api/contract/users.page.ts';
import type { UserCondition } from '../../../api/contract/users.conditions.ts';
import { addMs, DAY, HOUR } from '../../clock.ts';
import { inScopeOf } from '../../db/target.ts';
import { activeUserIds, managedBy } from './rows.ts';
import { isSearch, matchesSearch, textCondition } from './search.ts';

export type Condition = Expression<SqlBool>;

/** The restrictions of a list of users. */
export interface View {
  filter?: UserFilter | undefined;
  search?: string | undefined;
  where?: readonly UserCondition[] | undefined;
}

/** Whether a search or a column's filter narrows a view, so that rows have to be read; the indexes of the sorts have all filters' columns. */
export const isNarrowed = ({ search = '', where = [] }: View): boolean => isSearch(search) || where.length > 0;

/** The user's override, else the organisation's rule. */
const mfaRequired = sql<SqlBool>`(u.mfa_required_override OR (u.mfa_required_override IS NULL
  AND u.organisation_id = ANY (ARRAY(SELECT organisation_id FROM organisations WHERE mfa_required))))`;

export const filterConditions: Readonly<Record<UserFilter, (now: Date) => Condition>> = {
  all: () => sql<SqlBool>`true`,
  admin: () => sql<SqlBool>`u.roles && ARRAY['SubscriberAdministration', 'SystemAdministration']`,
  active: (now) => sql<SqlBool>`u.enabled AND u.registered AND (u.locked_until IS NULL OR u.locked_until <= ${now})`,
  disabled: () => sql<SqlBool>`NOT u.enabled`,
  loggedIn: (now) => sql<SqlBool>`u.user_id IN (${activeUserIds(now)})`,
  locked: (now) => sql<SqlBool>`u.locked_until > ${now}`,
  invited: (now) => sql<SqlBool>`NOT u.registered AND u.invite_expires_at > ${now}`,
  inviteExpired: (now) => sql<SqlBool>`NOT u.registered AND u.invite_expires_at <= ${now}`,
  mfaMissing: () => mfaStates.missing,
  dormant: (now) => sql<SqlBool>`u.registered AND u.seen_at < ${addMs(now, -DORMANT_DAYS * DAY)}`,
};

export const inviteExpiring = (now: Date): Condition =>
  sql<SqlBool>`(${filterConditions.invited(now)}) AND u.invite_expires_at <= ${addMs(now, INVITE_EXPIRING_HOURS * HOUR)}`;

/** The status column of the grid, in ascending sort order. Every user is in exactly one of them. */
export const statusOrder = (now: Date): Condition[] => [
  filterConditions.active(now),
  sql<SqlBool>`NOT u.enabled AND u.registered`,
  sql<SqlBool>`u.locked_until > ${now} AND u.enabled AND u.registered`,
  filterConditions.invited(now),
  filterConditions.inviteExpired(now),
];

const mfaStates = {
  on: sql<SqlBool>`u.mfa_enrolled`,
  passkey: sql<SqlBool>`u.has_passkey`,
  required: sql<SqlBool>`NOT u.mfa_enrolled AND ${mfaRequired}`,
  off: sql<SqlBool>`NOT u.mfa_enrolled AND NOT coalesce(${mfaRequired}, false)`,
  missing: sql<SqlBool>`u.registered AND NOT u.mfa_enrolled AND ${mfaRequired}`,
};
export const mfaOrder: readonly Condition[] = [mfaStates.on, mfaStates.required, mfaStates.off];

/** All conditions of a list for this actor; a row must meet each. */
export const conditionsOf = (actor: Person, { filter = 'all', search = '', where = [] }: View, now: Date): Condition[] => [
  ...(isSystemAdmin(actor) ? [] : [inScopeOf(actor)]),
  ...(filter === 'all' ? [] : [filterConditions[filter](now)]),
  ...matchesSearch(search),
  ...where.map((condition) => columnCondition(condition, now)),
];

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<SqlBool>`true`
    : sql.join<SqlBool>(
        conditions.map((condition) => sql`(${condition})`),
        sql` AND `,
      );

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<SqlBool>`false`
    : sql.join<SqlBool>(
        conditions.map((condition) => sql`(${condition})`),
        sql` OR `,
      );

function columnCondition(condition: UserCondition, now: Date): Condition {
  switch (condition.op) {
    case 'never':
      return sql<SqlBool>`u.last_login_at IS NULL`;
    case 'dormant':
      return filterConditions.dormant(now);
    case 'before':
      return sql<SqlBool>`${dateColumn(condition.field)} < ${new Date(condition.value)}`;
    case 'after':
      return sql<SqlBool>`${dateColumn(condition.field)} >= ${new Date(condition.value)}`;
    case 'in':
      return inCondition(condition, now);
    case 'contains':
    case 'equals':
    case 'startsWith':
      return textCondition(condition);
  }
}

const dateColumn = (field: 'lastLoginAt' | 'createdAt') =>
  field === 'lastLoginAt' ? sql.ref('u.last_login_at') : sql.ref('u.created_at');

function inCondition(condition: Extract<UserCondition, { op: 'in' }>, now: Date): Condition {
  switch (condition.field) {
    case 'roles':
      return sql<SqlBool>`u.roles && ${condition.value}::text[]`;
    case 'organisation':
      return sql<SqlBool>`u.organisation_id = ANY (${condition.value}::uuid[])`;
    case 'managedBy':
      return sql<SqlBool>`coalesce(${managedBy}, '') = ANY (${condition.value}::text[])`;
    case 'mfa':
      return anyOf(condition.value.map((state) => mfaStates[state]));
    case 'status':
      return anyOf(
        condition.value.map((state) => (state === 'inviteExpiring' ? inviteExpiring(now) : filterConditions[state](now))),
      );
  }
}
