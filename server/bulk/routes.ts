/** Routes of operations on many users. */
import { sql, type SqlBool } from 'kysely';
import type { LongRunningOperation, operationsCalls } from '../../api/contract/bulk.ts';
import type { UserSummary } from '../../api/contract/users.shapes.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { sessionOf, type CallOf, type Handlers } from '../http/call.ts';
import { transactionOnce } from '../http/idempotency.ts';
import { problem } from '../http/problem.ts';
import { isAnyOf, prepareBulkAction, selectTargetUsers, type BulkActions } from './bulkActions.ts';
import { findRequest, withdraw } from '../approvals/repository.ts';
import type { Runner } from '../jobs/runner.ts';
import { kindOf, lockOwn, operationStarts } from './start.ts';
import { cancelOperations, findOwnOperations, findTargets, moveState, selectOperations, type OperationRow } from './targets.ts';

type Names = keyof typeof operationsCalls;
type ControlCall = CallOf<'Operations.Pause' | 'Operations.Resume' | 'Operations.Cancel'>;

/** Dependencies that the users module provides. */
interface OperationsParts {
  readonly bulkActions: BulkActions;
  readonly runner: Runner;
  readonly summariesOf: (queries: Queries, userIds: readonly string[], now: Date) => Promise<UserSummary[]>;
}

const TARGETS_PER_PAGE = 500;

export function operationsRoutes(context: Context, { bulkActions, runner, summariesOf }: OperationsParts): Handlers<Names> {
  const { db, phrases } = context;
  const starts = operationStarts(context, bulkActions);

  async function awake(operation: Promise<LongRunningOperation>): Promise<LongRunningOperation> {
    const started = await operation;
    if (started.state === 'running') runner.wake();
    return started;
  }

  /** Changes the state of one of the caller's own operations, once. @throws NotFound; Conflict if it is in another state by now */
  const control = (call: ControlCall, change: (tx: Transaction, operation: OperationRow) => Promise<boolean>) =>
    transaction(db, async (tx) => {
      const operation = await lockOwn(tx, call, call.params.operationId);
      if (!(await change(tx, operation))) throw problem('Conflict');
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        organisationId: operation.organisation_id,
        details: { operation: operation.operation_id, kind: kindOf(operation) },
      });
      return presentedById(tx, operation.operation_id);
    });

  return {
    'Operations.Start': (call) =>
      awake(transactionOnce(db, call, async (tx) => presentedById(tx, await starts.start(tx, call, call.body)))),
    'Operations.List': async ({ person, now }) => (await findOwnOperations(db, person, now)).map(present),
    'Operations.Get': async (call) => {
      await requireVisible(db, call);
      return presentedById(db, call.params.operationId);
    },
    'Operations.Targets': async (call) => {
      const { query, person, locale, now } = call;
      const operationId = await requireVisible(db, call);
      const page = { after: query.after ?? 0, limit: TARGETS_PER_PAGE, outcome: query.outcome };
      const found = await findTargets(db, person, operationId, page);
      const ids = found.map(({ user_id: userId }) => userId);
      const users = new Map((await summariesOf(db, ids, now)).map((user) => [user.userId, user]));
      const targets = found.flatMap(({ user_id: userId, outcome, problem: code }) => {
        const user = users.get(userId);
        const message = code === null ? null : phrases.say(locale, `problem:${code}`);
        return user ? [{ user, outcome, problem: code, message }] : [];
      });
      return { targets, next: found.length < TARGETS_PER_PAGE ? null : (found.at(-1)?.place ?? null) };
    },
    'Operations.Pause': (call) => control(call, (tx, { operation_id: id }) => moveState(tx, id, 'running', { state: 'paused' })),
    'Operations.Resume': (call) =>
      awake(
        control(call, async (tx, operation) => {
          if (operation.expires_at <= call.now) return false;
          await requireStepUp(tx, call, bulkActions, operation);
          const { sessionId } = sessionOf(call);
          if (operation.session_id !== null)
            await tx
              .updateTable('operations')
              .set({ session_id: sessionId })
              .where('operation_id', '=', operation.operation_id)
              .execute();
          return moveState(tx, operation.operation_id, 'paused', { state: 'running', problem: null });
        }),
      ),
    'Operations.Cancel': (call) =>
      control(call, async (tx, { operation_id: id, state }) => {
        if (state === 'awaitingApproval') return withdraw(tx, id, call.now);
        if (state !== 'running' && state !== 'paused') return false;
        await cancelOperations(tx, sql<SqlBool>`operation_id = ${id}`, null, call.now);
        return true;
      }),
    'Operations.Retry': (call) =>
      awake(
        transaction(db, async (tx) => {
          const operation = await lockOwn(tx, call, call.params.operationId);
          return presentedById(tx, await starts.retry(tx, call, operation));
        }),
      ),
    'Operations.Undo': (call) =>
      awake(
        transactionOnce(db, call, async (tx) => {
          const operation = await lockOwn(tx, call, call.params.operationId);
          return presentedById(tx, await starts.undo(tx, call, operation));
        }),
      ),
  };
}

/** Finds the caller's own operation, or one that the caller may approve. @throws NotFound */
async function requireVisible(queries: Queries, call: CallOf<'Operations.Get' | 'Operations.Targets'>): Promise<string> {
  const request = await findRequest(queries, call.person, call.params.operationId);
  if (!request?.people) throw problem('NotFound');
  return request.operation_id;
}

async function requireStepUp(
  tx: Transaction,
  call: ControlCall,
  bulkActions: BulkActions,
  operation: OperationRow,
): Promise<void> {
  const { needsStepUp } = await prepareBulkAction(tx, bulkActions, operation.detail);
  const open = await tx
    .selectFrom('operation_targets')
    .select('user_id')
    .where('operation_id', '=', operation.operation_id)
    .where('outcome', 'is', null)
    .execute();
  const users = await selectTargetUsers(tx, call.now)
    .where(isAnyOf(open.map(({ user_id: userId }) => userId)))
    .execute();
  if (users.some(needsStepUp)) call.stepUp.require();
}

async function presentedById(queries: Queries, operationId: string): Promise<LongRunningOperation> {
  const row = await selectOperations(queries).where('a.operation_id', '=', operationId).executeTakeFirst();
  if (!row) throw problem('NotFound');
  return present(row);
}

const present = (row: OperationRow): LongRunningOperation => ({
  operationId: row.operation_id,
  kind: kindOf(row),
  state: row.state === 'approved' ? 'running' : row.state,
  problem: row.problem,
  reason: row.reason,
  requestedAt: row.requested_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  undoes: row.undoes,
  counts: { total: row.total, done: row.done, failed: row.failed, skipped: row.skipped },
});
