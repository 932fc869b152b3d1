/** SQL of organisations. */
import { sql, type SqlBool, type Updateable } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { endSessionsWhere } from '../accounts/sessions.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { searchPattern } from '../db/fold.ts';
import type { OrganisationsTable } from '../db/schema/users.ts';

function selectOrganisations(queries: Queries) {
  return queries
    .selectFrom('organisations as o')
    .select([
      'o.organisation_id',
      'o.name',
      'o.mfa_required',
      'o.approved',
      'o.house',
      'o.four_eyes',
      'o.created_at',
      sql<number>`(SELECT count(*)::int FROM users u WHERE u.organisation_id = o.organisation_id)`.as('people'),
    ]);
}
export type OrganisationRow = Awaited<ReturnType<ReturnType<typeof selectOrganisations>['execute']>>[number];

const inScope = (queries: Queries, actor: Person) =>
  selectOrganisations(queries).$if(!isSystemAdmin(actor), (query) => query.where('o.organisation_id', '=', actor.organisationId));

export const findAll = (queries: Queries, actor: Person): Promise<OrganisationRow[]> =>
  inScope(queries, actor).orderBy('o.name_key').execute();

/** Finds organisations by name or by the whole id, best match first: the exact name, prefixes, prefixes of a word, then others. */
export async function findByText(queries: Queries, actor: Person, text: string, limit: number): Promise<OrganisationRow[]> {
  const like = (before: string) => sql<boolean>`without_signs(o.name_key) LIKE ${before} || ${searchPattern(text)} || '%'`;
  return inScope(queries, actor)
    .where((where) => where.or([like('%'), sql<boolean>`o.organisation_id::text = lower(${text})`]))
    .orderBy(
      sql`CASE WHEN without_signs(o.name_key) = search_key(${text}) THEN 0 WHEN ${like('')} THEN 1 WHEN ${like('% ')} THEN 2 ELSE 3 END`,
    )
    .orderBy('o.name_key')
    .limit(limit)
    .execute();
}

export const findOrganisation = (queries: Queries, organisationId: string): Promise<OrganisationRow | undefined> =>
  selectOrganisations(queries).where('o.organisation_id', '=', organisationId).executeTakeFirst();

export const lockOrganisation = (tx: Transaction, organisationId: string): Promise<OrganisationRow | undefined> =>
  selectOrganisations(tx).where('o.organisation_id', '=', organisationId).forUpdate('o').executeTakeFirst();

export async function insertOrganisation(tx: Transaction, organisationId: string, name: string, now: Date): Promise<void> {
  await tx.insertInto('organisations').values({ organisation_id: organisationId, name, created_at: now }).execute();
}

export async function changeOrganisation(
  tx: Transaction,
  organisationId: string,
  changes: Updateable<OrganisationsTable>,
): Promise<void> {
  await tx.updateTable('organisations').set(changes).where('organisation_id', '=', organisationId).execute();
}

/** Number of users who must enrol at their next login under the current rule. */
export async function countToEnrol(queries: Queries, organisationId: string): Promise<number> {
  const { people } = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('u.organisation_id', '=', organisationId)
    .where('u.mfa_enrolled', '=', false)
    .where('u.registered', '=', true)
    .where('u.enabled', '=', true)
    .where(sql<boolean>`coalesce(u.mfa_required_override, o.mfa_required)`)
    .executeTakeFirstOrThrow();
  return people;
}

/** Ends all sessions of an organisation's users, including their impersonations. */
export async function endSessionsIn(tx: Transaction, organisationId: string): Promise<void> {
  const members = tx.selectFrom('users').select('user_id').where('organisation_id', '=', organisationId);
  await endSessionsWhere(tx, sql<SqlBool>`(user_id IN (${members}) OR impersonator_id IN (${members}))`);
}

/**
 * Ends the sessions for an administrator, whose own session stays.
 * @param reach `members`: except those of users with rights beyond the organisation
 * @returns the number of ended sessions
 */
export async function endSessionsFor(
  tx: Transaction,
  organisationId: string,
  keptSessionId: string | null,
  reach: 'everybody' | 'members',
): Promise<number> {
  const members = tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('u.user_id')
    .where('u.organisation_id', '=', organisationId)
    .$if(reach === 'members', (users) =>
      users.where(sql<SqlBool>`NOT (u.roles @> '{SystemAdministration}' OR (o.house AND u.roles @> '{Support}'))`),
    );
  const ended = await endSessionsWhere(
    tx,
    sql<SqlBool>`user_id IN (${members}) AND session_id IS DISTINCT FROM ${keptSessionId}::uuid`,
  );
  return ended.length;
}

export async function deleteKeysIn(tx: Transaction, organisationId: string): Promise<void> {
  const members = tx.selectFrom('users').select('user_id').where('organisation_id', '=', organisationId);
  await tx.deleteFrom('api_keys').where('user_id', 'in', members).execute();
}

/** @returns at most `limit` of the users with access, and the number of enabled administrators */
export async function findMembers(
  tx: Transaction,
  organisationId: string,
  limit: number,
): Promise<{ readonly userIds: string[]; readonly administrators: number }> {
  const members = tx
    .selectFrom('users as u')
    .where('u.organisation_id', '=', organisationId)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true);
  const found = await members.select('u.user_id').limit(limit).execute();
  const { administrators } = await members
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(sql<number>`count(*)::int`.as('administrators'))
    .where(sql<SqlBool>`(u.roles && '{SystemAdministration,SubscriberAdministration}' OR o.house AND u.roles @> '{Support}')`)
    .executeTakeFirstOrThrow();
  return { userIds: found.map(({ user_id: userId }) => userId), administrators };
}
