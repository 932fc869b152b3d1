/**
 * Runs operations on many users. One transaction for each user locks the row of the operation's list, changes the user, records the
 * event and marks the row. So after a crash, or with several processes, each user is changed once.
 */
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { actionOf } from '../../api/contract/actions.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { asTarget, inScopeOf } from '../db/target.ts';
import { inScope } from '../../api/contract/person.ts';
import { problem, Problem } from '../http/problem.ts';
import { enforcedProblem } from '../http/uniqueViolation.ts';
import { sql, type SqlBool } from 'kysely';
import { asApprovalTarget } from '../approvals/acts.ts';
import { isAllowedAlone } from '../approvals/fourEyes.ts';
import { nameOf, prepareBulkAction, selectTargetUsers, type BulkActions } from './bulkActions.ts';
import { requesterOf, type Requester } from '../approvals/requester.ts';
import { longWorkRunner, type Runner } from '../jobs/runner.ts';
import { kindOf } from './start.ts';
import { cancelOperations, claimTarget, moveState, setOutcome, type ClaimedTarget } from './targets.ts';

/** Users changed at once by one process, which needs connections and processor time for its calls too. */
const WORKERS = 4;
/** Users that a worker changes in one operation before it looks for other operations. */
const USERS_PER_TURN = 25;

type RunnerContext = Pick<Context, 'db' | 'clock' | 'config' | 'log'>;

export function operationsRunner(context: RunnerContext, bulkActions: BulkActions): Runner {
  async function turn(operationId: string, isShuttingDown: () => boolean): Promise<boolean> {
    const workers = Array.from({ length: WORKERS }, async () => {
      let done = 0;
      while (done < USERS_PER_TURN && !isShuttingDown() && (await changeNext(context, bulkActions, operationId))) done += 1;
      return done;
    });
    const done = await Promise.all(workers);
    // A worker found no more users.
    if (done.some((count) => count < USERS_PER_TURN)) await finishIfComplete(context, operationId);
    return done.some((count) => count > 0);
  }
  return longWorkRunner({
    findRunning: () => findRunning(context),
    turn,
    interrupted(error) {
      context.log.warn(error, 'Operations were interrupted and will be continued');
    },
  });
}

/** SQL: whether operations are under way. */
export const operationsAreRunning = () => sql<boolean>`EXISTS (SELECT FROM operations WHERE state = 'running')`;

async function findRunning({ db }: RunnerContext): Promise<string[]> {
  const rows = await db
    .selectFrom('operations')
    .select('operation_id')
    .where('state', '=', 'running')
    .orderBy('requested_at')
    .execute();
  return rows.map(({ operation_id: operationId }) => operationId);
}

/** @returns false if no user is left, or the operation was stopped */
async function changeNext(context: RunnerContext, bulkActions: BulkActions, operationId: string): Promise<boolean> {
  const attempt: Attempt = {};
  try {
    return await transaction(context.db, async (tx) => {
      const claimed = await claimTarget(tx, operationId);
      attempt.claimed = claimed;
      if (!claimed) return false;
      const now = context.clock.now();
      const requester = await requesterOf(tx, claimed, now);
      if ('stopped' in requester) {
        await stopOperation(tx, claimed, requester, now);
        return false;
      }
      attempt.requester = requester;
      await changeUser(context, tx, bulkActions, claimed, requester, now);
      await setOutcome(tx, { operationId, userId: claimed.user_id }, 'done');
      return true;
    });
  } catch (error) {
    const { claimed, requester } = attempt;
    if (!claimed) throw error;
    const refusal = error instanceof Problem ? error : enforcedProblem(error);
    if (!refusal) context.log.error({ err: error, operation: operationId }, 'An operation failed for a user');
    await recordFailure(context, claimed, requester, refusal?.code);
    return true;
  }
}

interface Attempt {
  claimed?: ClaimedTarget | undefined;
  requester?: ActiveRequester;
}

type ActiveRequester = Exclude<Requester, { stopped: unknown }>;

/** Marks the row of the list, and writes the event of a user whom the operation could not change; once for each. */
function recordFailure(
  { db, clock }: RunnerContext,
  claimed: ClaimedTarget,
  requester: ActiveRequester | undefined,
  refusal: ProblemCode | undefined,
): Promise<void> {
  const code = refusal ?? 'ServerError';
  const { operation_id: operationId, user_id: userId } = claimed;
  return transaction(db, async (tx) => {
    const isMarked = await setOutcome(tx, { operationId, userId }, 'failed', code);
    if (!isMarked || !requester) return;
    const { person, origin, approval } = requester;
    const user = await selectTargetUsers(tx, clock.now())
      .where('u.user_id', '=', userId)
      .where(inScopeOf(person))
      .executeTakeFirst();
    await appendAuditEvent(tx, origin, {
      action: actionOf(kindOf(claimed)).call,
      outcome: refusal === undefined ? 'failure' : 'refused',
      target: user && nameOf(user),
      targetUserId: userId,
      // A user who has left the requester's reach is not named, and the event stays with the requester's organisation.
      organisationId: user?.organisation_id,
      details: { code, ...approval },
    });
  });
}

async function stopOperation(
  tx: Transaction,
  { operation_id: operationId }: ClaimedTarget,
  { stopped, problem: code }: Extract<Requester, { stopped: unknown }>,
  now: Date,
): Promise<void> {
  if (stopped === 'paused') await moveState(tx, operationId, 'running', { state: 'paused', problem: code });
  else await cancelOperations(tx, sql<SqlBool>`operation_id = ${operationId}`, code, now);
}

/** @throws Problem, the reason why it fails for this user */
async function changeUser(
  { config }: RunnerContext,
  tx: Transaction,
  bulkActions: BulkActions,
  claimed: ClaimedTarget,
  requester: ActiveRequester,
  now: Date,
): Promise<void> {
  const bulkAction = await prepareBulkAction(tx, bulkActions, claimed.detail);
  const { user_id: userId } = claimed;
  const { person, session, origin, approval } = requester;
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  const user = await selectTargetUsers(tx, now).where('u.user_id', '=', userId).executeTakeFirst();
  if (!user || !inScope(person, user.organisation_id)) throw problem('NotFound');
  const refused = bulkAction.may(person, asTarget(user));
  if (refused) throw problem(refused);
  if (!bulkAction.isFor(user)) throw problem('TargetChanged');
  // Another administrator has changed the user meanwhile.
  if (!bulkAction.isDue(user, now)) return;
  const act = bulkAction.actOn(user);
  // Another administrator has approved it, so the requester's session no longer counts.
  const isApproved = session === null;
  if (isApproved) {
    // The approval is for the account as it was when it was asked for.
    if (claimed.target_state !== asApprovalTarget(user).state) throw problem('TargetChanged');
  } else if (!(await isAllowedAlone(config, tx, { person, session, now }, act))) throw problem('ApprovalNeeded');
  await bulkAction.carryOut(tx, { person, session, origin, now, approval }, user);
}

async function finishIfComplete({ db, clock }: RunnerContext, operationId: string): Promise<void> {
  await db
    .updateTable('operations')
    .set({ state: 'done', finished_at: clock.now() })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'running')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM operation_targets t WHERE t.operation_id = operations.operation_id AND t.outcome IS NULL)`,
    )
    .execute();
}
