/** SQL of operations on many users, and of each user's outcome. */
import { sql, type SqlBool } from 'kysely';
import type { OperationState, TargetOutcome } from '../../api/contract/bulk.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { inScopeOf } from '../db/target.ts';
import { asApprovalTarget } from '../approvals/acts.ts';
import type { TargetUser } from './bulkActions.ts';

/** Action of an operation on many users, as opposed to a single act that waits for approval. */
export const MANY = 'Operations.Start';
const LISTED_MS = 7 * DAY;
const LISTED_OPERATIONS = 20;

const countOf = (outcome: TargetOutcome) =>
  sql<number>`(count(*) FILTER (WHERE t.outcome = ${sql.lit(outcome)}))::int`.as(outcome);

export function selectOperations(queries: Queries) {
  return queries
    .selectFrom('operations as a')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('operation_targets as t')
          .select([sql<number>`count(*)::int`.as('total'), countOf('done'), countOf('failed'), countOf('skipped')])
          .whereRef('t.operation_id', '=', 'a.operation_id')
          .as('n'),
      (join) => join.onTrue(),
    )
    .select(['a.operation_id', 'a.detail', 'a.state', 'a.problem', 'a.reason', 'a.requested_by', 'a.requested_at'])
    .select(['a.expires_at', 'a.finished_at', 'a.undoes', 'a.decided_by', 'a.organisation_id', 'a.system_only', 'a.session_id'])
    .select(['n.total', 'n.done', 'n.failed', 'n.skipped'])
    .where('a.action', '=', MANY);
}
export type OperationRow = Awaited<ReturnType<ReturnType<typeof selectOperations>['execute']>>[number];

/**
 * Locks the next row of a running operation that no other worker or process has locked; returns it with the operation, without its
 * counts.
 */
export const claimTarget = (tx: Transaction, operationId: string) =>
  tx
    .selectFrom('operation_targets as t')
    .innerJoin('operations as a', 'a.operation_id', 't.operation_id')
    .select(['a.operation_id', 'a.detail', 'a.state', 'a.reason', 'a.requested_by', 'a.session_id', 'a.decided_by'])
    .select(['a.organisation_id', 'a.system_only', 't.user_id', 't.target_state'])
    .where('t.operation_id', '=', operationId)
    .where('t.outcome', 'is', null)
    .where('a.state', '=', 'running')
    .orderBy('t.place')
    .limit(1)
    .forUpdate('t')
    .skipLocked()
    .executeTakeFirst();
export type ClaimedTarget = NonNullable<Awaited<ReturnType<typeof claimTarget>>>;

export const findOwnOperations = (queries: Queries, person: Person, now: Date): Promise<OperationRow[]> =>
  selectOperations(queries)
    .where('a.requested_by', '=', person.userId)
    .where('a.requested_at', '>', addMs(now, -LISTED_MS))
    .orderBy('a.requested_at', 'desc')
    .orderBy('a.operation_id')
    .limit(LISTED_OPERATIONS)
    .execute();

/** Locks one of the caller's own operations until the transaction ends, so that two calls at once do not change its state twice. */
export async function lockOwnOperation(tx: Transaction, person: Person, operationId: string): Promise<OperationRow | undefined> {
  await tx.selectFrom('operations').select('operation_id').where('operation_id', '=', operationId).forUpdate().execute();
  return selectOperations(tx)
    .where('a.operation_id', '=', operationId)
    .where('a.requested_by', '=', person.userId)
    .executeTakeFirst();
}

/** Inserts targets in the order of `users`, which is that of the work. */
export async function insertTargets(tx: Transaction, operationId: string, users: readonly TargetUser[]): Promise<void> {
  // An operation that waited, and was requested again, has targets already.
  await tx.deleteFrom('operation_targets').where('operation_id', '=', operationId).execute();
  const ids = users.map(({ user_id: userId }) => userId);
  const states = users.map((user) => asApprovalTarget(user).state);
  await sql`INSERT INTO operation_targets (operation_id, user_id, place, target_state)
    SELECT ${operationId}::uuid, t.user_id, t.place, t.state
      FROM unnest(${ids}::uuid[], ${states}::text[]) WITH ORDINALITY AS t (user_id, state, place)`.execute(tx);
}

export async function findTargetIds(queries: Queries, operationId: string, outcome: TargetOutcome): Promise<string[]> {
  const rows = await queries
    .selectFrom('operation_targets')
    .select('user_id')
    .where('operation_id', '=', operationId)
    .where('outcome', '=', outcome)
    .orderBy('place')
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

interface TargetsPage {
  readonly after: number;
  readonly limit: number;
  readonly outcome?: TargetOutcome | undefined;
}

export const findTargets = (queries: Queries, person: Person, operationId: string, { after, limit, outcome }: TargetsPage) =>
  queries
    .selectFrom('operation_targets as t')
    .innerJoin('users as u', 'u.user_id', 't.user_id')
    .select(['t.user_id', 't.place', 't.outcome', 't.problem'])
    .where('t.operation_id', '=', operationId)
    .where('t.place', '>', after)
    .where(inScopeOf(person))
    .$if(outcome !== undefined, (query) => query.where('t.outcome', '=', outcome ?? 'done'))
    .orderBy('t.place')
    .limit(limit)
    .execute();

/** @returns whether it had none */
export async function setOutcome(
  queries: Queries,
  { operationId, userId }: { readonly operationId: string; readonly userId: string },
  outcome: TargetOutcome,
  problem: ProblemCode | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('operation_targets')
    .set({ outcome, problem })
    .where('operation_id', '=', operationId)
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels the operations that satisfy `which`, after the open transactions of their users. */
export async function cancelOperations(
  tx: Transaction,
  which: ReturnType<typeof sql<SqlBool>>,
  problem: ProblemCode | null,
  now: Date,
): Promise<void> {
  const cancelled = await tx
    .updateTable('operations')
    .set({ state: 'cancelled', problem, finished_at: now })
    .where('state', 'in', ['running', 'paused'])
    .where(which)
    .returning('operation_id')
    .execute();
  await sql`UPDATE operation_targets SET outcome = 'skipped'
    WHERE outcome IS NULL AND operation_id = ANY (${cancelled.map(({ operation_id: id }) => id)}::uuid[])`.execute(tx);
}

/** @returns false if it was in none of these states */
export async function moveState(
  tx: Transaction,
  operationId: string,
  from: OperationState,
  to: { readonly state: OperationState; readonly problem?: ProblemCode | null; readonly finished_at?: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set(to)
    .where('operation_id', '=', operationId)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
