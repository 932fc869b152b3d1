/** SQL of the users that a directory manages. */
import { sql, type SqlBool } from 'kysely';
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { AccountRow } from '../../accounts/account.ts';
import { nameKey } from '../../db/names.ts';
import { lostRoles } from '../../db/target.ts';
import { scimSource } from '../source.ts';
import { ScimError } from '../protocol/errors.ts';
import { userResource } from '../protocol/attributes.ts';
import { exact, identity, keyed, moment, truth, type Attribute } from '../protocol/filterSql.ts';
import { shownAttributes } from '../protocol/shown.ts';
import type { Directory } from '../protocol/directory.ts';
import type { Sent } from './person.ts';

export const selectScimUsers = (queries: Queries, organisationId: string) =>
  queries
    .selectFrom('scim_users as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .leftJoin('mapped_users as h', 'h.user_id', 's.user_id')
    .select(['s.user_id', 's.user_name', 's.active', 's.attributes', 's.version', 's.created_at', 's.changed_at', 's.deleted_at'])
    .select([
      sql<string[]>`coalesce(h.roles, '{}')`.as('mapped_roles'),
      sql<string[]>`coalesce(h.former_roles, '{}')`.as('unmapped_roles'),
    ])
    .select(['u.user_name as login_name', 'u.external_id', 'u.enabled', 'u.roles', 'u.locale', 'u.registered_at'])
    .select(['u.first_name', 'u.last_name', 'u.display_name', 'u.email', 'u.title'])
    .where('s.organisation_id', '=', organisationId)
    // A user who was moved elsewhere belongs to another directory, or to none.
    .where('u.organisation_id', '=', organisationId);

export type ScimUserRow = Awaited<ReturnType<ReturnType<typeof selectScimUsers>['executeTakeFirstOrThrow']>>;

/** The row as the writer of accounts takes it. */
export const accountOf = (
  { organisationId, house }: Pick<Directory, 'organisationId' | 'house'>,
  row: ScimUserRow,
): AccountRow => ({
  ...row,
  user_name: row.login_name,
  organisation_id: organisationId,
  house,
});

/** Excludes users whom the directory has deleted. */
export const isThere = sql<SqlBool>`s.deleted_at IS NULL`;

/** The document as `documentOf` shows it. */
const shownDocument = sql`CASE WHEN s.attributes = '{}' THEN jsonb_strip_nulls(jsonb_build_object(
    'name', jsonb_build_object('givenName', u.first_name, 'familyName', u.last_name, 'formatted', u.display_name),
    'emails', jsonb_build_array(jsonb_build_object('value', u.email, 'type', 'work', 'primary', true)),
    'title', u.title)) ELSE s.attributes END`;

const groups = sql`SELECT jsonb_build_object('value', g.group_id, 'display', g.display_name, 'type', 'direct')
  FROM scim_members m JOIN scim_groups g USING (group_id) WHERE m.user_id = s.user_id AND g.connection_id IS NULL`;

export const userAttributes: Attribute = shownAttributes({
  resource: userResource,
  document: sql`(${shownDocument})`,
  columns: new Map([
    ['id', identity(sql`s.user_id`)],
    ['username', keyed(sql`s.user_name_key`)],
    ['externalid', exact(sql`u.external_id`)],
    ['active', truth(sql`s.active`)],
    ['meta.created', moment(sql`s.created_at`)],
    ['meta.lastmodified', moment(sql`s.changed_at`)],
  ]),
  lists: { groups },
});

/** Locks the user's account first, as everything else does. */
export async function lockScimUser(tx: Transaction, organisationId: string, userId: string): Promise<ScimUserRow | undefined> {
  await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .execute();
  return selectScimUsers(tx, organisationId).where('s.user_id', '=', userId).executeTakeFirst();
}

/** Users of the directory, deleted ones too, who have this id, this user name or this address. */
export const findRelated = (
  tx: Transaction,
  organisationId: string,
  { userName, externalId = null, columns }: Sent,
): Promise<ScimUserRow[]> =>
  selectScimUsers(tx, organisationId)
    .where(
      sql<SqlBool>`s.user_id IN (
        SELECT user_id FROM scim_users WHERE organisation_id = ${organisationId} AND user_name_key = ${nameKey(userName)}
        UNION ALL SELECT user_id FROM users WHERE external_source = ${scimSource(organisationId)} AND external_id = ${externalId}
        UNION ALL SELECT user_id FROM users WHERE email_key = ${nameKey(columns.email)})`,
    )
    .execute();

/** An account of the same organisation that is not the directory's, by address. */
export async function isUnmanaged(queries: Queries, organisationId: string, email: string): Promise<boolean> {
  const row = await queries
    .selectFrom('users as u')
    .leftJoin('scim_users as s', 's.user_id', 'u.user_id')
    .select('u.user_id')
    .where('u.email_key', '=', nameKey(email))
    .where('u.organisation_id', '=', organisationId)
    .where('s.user_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An administrator by a role of their own is out of the directory's reach: whoever has its key would otherwise have the account. An
 * administrator whose role a group grants is within reach; a role that was lost within a day counts unless a group has revoked it.
 * @throws ScimError 403
 */
export async function requireReach(tx: Transaction, { organisationId, house, now }: Directory, row: ScimUserRow): Promise<void> {
  const found = await tx
    .selectFrom('users as u')
    .select([lostRoles(now), sql<boolean>`EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)`.as('is_kept')])
    .where('u.user_id', '=', row.user_id)
    .where('u.organisation_id', '=', organisationId)
    .executeTakeFirst();
  const byGroups = [...row.mapped_roles, ...row.unmapped_roles];
  const own = [...row.roles.filter((role) => !row.mapped_roles.includes(role))];
  const lost = (found?.lost_roles ?? []).filter((role) => !byGroups.includes(role));
  // The directory cannot disable an account for emergencies.
  if (found?.is_kept === true || hasAdministrativeRole({ roles: [...own, ...lost], house })) throw outOfReach();
}

const outOfReach = () =>
  new ScimError(
    403,
    'administrator',
    'The user is an administrator by a role that was given here, and is not changed by the directory.',
  );
