/** SQL of the users that a directory manages. */
import { sql, type SqlBool } from 'kysely';
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { AccountRow } from '../../accounts/account.ts';
import { nameKey } from '../../db/names.ts';
import { lostRoles } from '../../db/target.ts';
import { scimSource } from '../source.ts';
import { ScimError } from '../protocol/errors.ts';
import { exact, folded, identity, keyed, moment, truth, type Attribute } from '../protocol/filterSql.ts';
import type { Directory } from '../protocol/directory.ts';

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
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.title'])
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

const address: Attribute = (term) => {
  const isMain = term.within === undefined || isWorkOrPrimary(term.within);
  return isMain ? keyed(sql`u.email_key`)(term) : sql<SqlBool>`false`;
};

/** The address stored here is that of work. */
function isWorkOrPrimary(within: NonNullable<Parameters<Attribute>[0]['within']>): boolean {
  if (within.kind !== 'term') return false;
  return within.path === 'primary' || (within.path === 'type' && String(within.value).toLowerCase() === 'work');
}

export const userAttributes: ReadonlyMap<string, Attribute> = new Map([
  ['id', identity(sql`s.user_id`)],
  ['username', keyed(sql`s.user_name_key`)],
  ['externalid', exact(sql`u.external_id`)],
  ['active', truth(sql`s.active`)],
  ['displayname', folded(sql`(u.first_name || ' ' || u.last_name)`)],
  ['name.givenname', folded(sql`u.first_name`)],
  ['name.familyname', folded(sql`u.last_name`)],
  ['title', folded(sql`u.title`)],
  ['emails', address],
  ['emails.value', address],
  ['meta.created', moment(sql`s.created_at`)],
  ['meta.lastmodified', moment(sql`s.changed_at`)],
]);

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

/** Finds the user whom a directory may have sent before and creates again. The user name counts more than the id. */
export async function findFormer(
  tx: Transaction,
  organisationId: string,
  { userName, externalId }: { readonly userName: string; readonly externalId: string | null | undefined },
): Promise<ScimUserRow | undefined> {
  const rows = await selectScimUsers(tx, organisationId)
    .where(
      sql<SqlBool>`(s.user_name_key = ${nameKey(userName)}
        OR u.external_source = ${scimSource(organisationId)} AND u.external_id = ${externalId ?? null})`,
    )
    .execute();
  return rows.find((row) => nameKey(row.user_name) === nameKey(userName)) ?? rows[0];
}

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
