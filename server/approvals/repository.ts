/** SQL of the requests that wait for another administrator. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { personReference } from '../db/personReference.ts';
import { toPerson } from '../session/principals.ts';
import { MANY } from '../bulk/targets.ts';

const LIST_LIMIT = 500;
/** Own requests, and those that the reader has decided, are shown for this time. */
const SHOWN_MS = 30 * DAY;
/** Number of names shown of an operation on many users. */
const SHOWN_NAMES = 10;

const people = sql<{
  users: { userName: string; displayName: string }[];
  count: number;
  done: number;
} | null>`CASE WHEN a.action = ${sql.lit(MANY)} THEN (
  SELECT jsonb_build_object('count', count(*), 'done', count(*) FILTER (WHERE t.outcome = 'done'), 'users', to_jsonb(ARRAY(
           SELECT jsonb_build_object('userName', coalesce(u.user_name, u.email), 'displayName', u.display_name) FROM operation_targets n JOIN users u ON u.user_id = n.user_id
            WHERE n.operation_id = a.operation_id AND n.place <= ${sql.lit(SHOWN_NAMES)} ORDER BY n.place)))
    FROM operation_targets t WHERE t.operation_id = a.operation_id) END`;

function selectRequests(queries: Queries) {
  return queries
    .selectFrom('operations as a')
    .leftJoin('organisations as o', 'o.organisation_id', 'a.organisation_id')
    .leftJoin('users as r', 'r.user_id', 'a.requested_by')
    .leftJoin('users as d', 'd.user_id', 'a.decided_by')
    .leftJoin('users as t', 't.user_id', 'a.target_id')
    .select([
      'a.operation_id',
      'a.action',
      'a.target_id',
      'a.target',
      'a.organisation_id',
      'a.detail',
      'a.before',
      'a.effects',
      'a.target_state',
      'a.reason',
      'a.system_only',
      'a.requested_by',
      'a.requested_at',
      'a.expires_at',
      'a.state',
      'a.decided_by',
      'a.decided_at',
      'o.name as organisation_name',
    ])
    .select([personReference('r').as('requester'), personReference('d').as('decider'), personReference('t').as('target_user')])
    .select(people.as('people'));
}
export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number];

/** An operation that its requester's session carried out needed no other administrator. */
const wasRequested = sql<SqlBool>`(a.session_id IS NULL OR a.decided_by IS NOT NULL)`;

const inReachOf = (person: Person) =>
  sql<SqlBool>`(${isSystemAdmin(person)} OR NOT a.system_only AND a.organisation_id = ${person.organisationId})`;

/** Whether this user may decide a request; one about their own account is for others. */
const isDecidedBy = (person: Person, now: Date) =>
  sql<SqlBool>`a.state = 'awaitingApproval' AND a.expires_at > ${now} AND a.requested_by <> ${person.userId} AND a.target_id <> ${person.userId}
    AND NOT EXISTS (SELECT FROM operation_targets t WHERE t.operation_id = a.operation_id AND t.user_id = ${person.userId})
    AND ${inReachOf(person)}`;

export const findRequests = (queries: Queries, person: Person, now: Date): Promise<RequestRow[]> =>
  selectRequests(queries)
    .where((where) =>
      where.or([
        isDecidedBy(person, now),
        sql<SqlBool>`a.requested_by = ${person.userId} AND a.requested_at > ${addMs(now, -SHOWN_MS)} AND ${wasRequested}`,
        sql<SqlBool>`a.decided_by = ${person.userId} AND a.requested_by <> ${person.userId} AND a.decided_at > ${addMs(now, -SHOWN_MS)}
          AND ${inReachOf(person)}`,
      ]),
    )
    .orderBy('a.requested_at', 'desc')
    .orderBy('a.operation_id')
    .limit(LIST_LIMIT)
    .execute();

/** Counts the requests that wait for this user, or for others on this user's behalf. */
export function countRequests(queries: Queries, person: Person, now: Date) {
  const isOwn = (state: string) => sql`a.requested_by = ${person.userId} AND a.state = ${state} AND a.expires_at > ${now}`;
  const count = (which: RawBuilder<unknown>) => sql<number>`count(*) FILTER (WHERE ${which})::int`;
  return queries
    .selectFrom('operations as a')
    .select([
      count(isDecidedBy(person, now)).as('open'),
      count(isOwn('approved')).as('ready'),
      count(isOwn('awaitingApproval')).as('asked'),
    ])
    .where('a.state', 'in', ['awaitingApproval', 'approved'])
    .executeTakeFirstOrThrow();
}

/** Finds the caller's own request, or one in the caller's reach. */
export const findRequest = (queries: Queries, person: Person, requestId: string): Promise<RequestRow | undefined> =>
  selectRequests(queries)
    .where('a.operation_id', '=', requestId)
    .where(sql<SqlBool>`(a.requested_by = ${person.userId} OR ${wasRequested} AND ${inReachOf(person)})`)
    .executeTakeFirst();

/** The hash of a password, and the metadata of an identity provider, are kept as long as the request is open. */
export const withoutSecret = sql<never>`detail - '{passwordHash,metadata}'::text[]`;

interface Decision {
  readonly state: 'approved' | 'running' | 'done' | 'refused' | 'withdrawn';
  readonly by: string;
  readonly now: Date;
  /** The new end of an approved request. */
  readonly expiresAt?: Date;
}

/** Closes a request once: of concurrent decisions one finds it open. */
export async function close(tx: Transaction, requestId: string, { state, by, now, expiresAt }: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set({ state, detail: withoutSecret, decided_by: by, decided_at: now, ...(expiresAt && { expires_at: expiresAt }) })
    .where('operation_id', '=', requestId)
    .where('state', '=', 'awaitingApproval')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Withdraws a request, or an approval that was not used yet. */
export async function withdraw(tx: Transaction, requestId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set({ state: 'withdrawn', detail: withoutSecret })
    .where('operation_id', '=', requestId)
    .where('state', 'in', ['awaitingApproval', 'approved'])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Locks these users, in one order so that approvals of each other's requests don't wait for each other. @returns those who could
 * log in now, with their present rights
 */
export async function lockPeople(tx: Transaction, userIds: readonly string[]): Promise<Map<string, Person>> {
  const isOne = sql<SqlBool>`u.user_id = ANY (${userIds}::uuid[])`;
  await tx.selectFrom('users as u').select('u.user_id').where(isOne).orderBy('u.user_id').forUpdate().execute();
  return findActivePeople(tx, userIds);
}

/** Finds those who could log in now, with their present rights. */
export async function findActivePeople(queries: Queries, userIds: readonly string[]): Promise<Map<string, Person>> {
  const rows = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.display_name', 'u.email', 'u.organisation_id', 'u.roles', 'o.house'])
    .where(sql<SqlBool>`u.user_id = ANY (${userIds}::uuid[])`)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where('o.approved', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.user_id, toPerson(row)]));
}
