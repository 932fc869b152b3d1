/** Starts operations on many users: at once, or by a request to another administrator where one has to approve any of it. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { actionOf, oppositeOf, type OperationKind } from '../../api/contract/actions.ts';
import { secondPersonFor } from '../../api/contract/effects.ts';
import { isAdministratorAccount } from '../../api/contract/users.policy.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { addMs, DAY, MINUTE, SECOND } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { asTarget, inScopeOf } from '../db/target.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { ActDetail, ApprovalTarget } from '../approvals/acts.ts';
import { needsSecondPerson } from '../approvals/fourEyes.ts';
import {
  isAnyOf,
  nameOf,
  prepareBulkAction,
  selectTargetUsers,
  type BulkAction,
  type BulkActions,
  type TargetUser,
} from './bulkActions.ts';
import { oneLine, recordRequest } from '../approvals/request.ts';
import { stableId } from '../approvals/stableId.ts';
import { findTargetIds, insertTargets, lockOwnOperation, MANY, type OperationRow } from './targets.ts';

/** How long an operation may take, with its pauses. */
export const RUN_MS = DAY;
const RETRY_AFTER_MS = MINUTE;
const MAILED_NAMES = 10;

type StartingCall = CallOf<'Operations.Start' | 'Operations.Retry' | 'Operations.Undo'>;

interface Requested extends ActionArgs {
  readonly kind: OperationKind;
  readonly userIds: readonly string[];
  readonly undoes?: string;
}

export function operationStarts({ config }: Pick<Context, 'config'>, bulkActions: BulkActions) {
  /** @returns its id */
  async function start(tx: Transaction, call: StartingCall, { kind, userIds, undoes, ...args }: Requested): Promise<string> {
    const requested = detailOf(kind, args);
    const bulkAction = await prepareBulkAction(tx, bulkActions, requested);
    const detail: ActDetail = { ...requested, ...bulkAction.shown };
    await limitUnfinished(config, tx, call);
    const users = await findUsers(tx, call, bulkAction, userIds);
    if (users.length === 0) throw problem('Conflict');
    if (users.some(bulkAction.needsStepUp)) call.stepUp.require();
    const isForTwo = await needsSecondPerson(config, tx, call, bulkAction, users);
    const target = targetOf(call, bulkAction, detail, users);
    const reason = oneLine(call.query.reason ?? '');
    if (isForTwo && call.origin.onBehalfOf !== null) throw problem('Impersonating');
    if (isForTwo && reason === '') throw problem('ReasonRequired');
    const effects = [...new Set(users.flatMap((user) => bulkAction.actOn(user).effects))];
    const operationId = isForTwo
      ? await recordRequest(tx, { name: MANY, person: call.person, now: call.now }, { target, detail, effects }, reason)
      : await insertRunning(tx, call, target, detail, reason);
    if (undoes !== undefined)
      await tx.updateTable('operations').set({ undoes }).where('operation_id', '=', operationId).execute();
    await insertTargets(tx, operationId, users);
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      organisationId: target.organisationId,
      details: {
        [isForTwo ? 'request' : 'operation']: operationId,
        ...detail,
        count: users.length,
        ...(reason === '' ? {} : { reason }),
        ...(undoes === undefined ? {} : { undoes }),
      },
    });
    return operationId;
  }

  /** Resumes the same operation, unless the failed users need a second person. @returns its id, or that of the new one */
  async function retry(tx: Transaction, call: StartingCall, operation: OperationRow): Promise<string> {
    if (operation.finished_at === null || operation.failed === 0) throw problem('Conflict');
    const kind = kindOf(operation);
    const failed = await findTargetIds(tx, operation.operation_id, 'failed');
    const users = await selectTargetUsers(tx, call.now).where(isAnyOf(failed)).execute();
    const bulkAction = await prepareBulkAction(tx, bulkActions, operation.detail);
    if (users.some(bulkAction.needsStepUp)) call.stepUp.require();
    if (await needsSecondPerson(config, tx, call, bulkAction, users))
      return start(tx, call, { ...operation.detail, kind, userIds: failed });
    await limitUnfinished(config, tx, call);
    await tx
      .updateTable('operation_targets')
      .set({ outcome: null, problem: null })
      .where('operation_id', '=', operation.operation_id)
      .where('outcome', '=', 'failed')
      .execute();
    await tx
      .updateTable('operations')
      .set({ state: 'running', problem: null, finished_at: null, session_id: sessionOf(call).sessionId })
      .set({ expires_at: addMs(call.now, RUN_MS) })
      .where('operation_id', '=', operation.operation_id)
      .execute();
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      organisationId: operation.organisation_id,
      details: { operation: operation.operation_id, kind, count: operation.failed },
    });
    return operation.operation_id;
  }

  async function undo(tx: Transaction, call: StartingCall, operation: OperationRow): Promise<string> {
    const kind = oppositeOf(kindOf(operation));
    if (operation.finished_at === null || kind === undefined) throw problem('Conflict');
    const userIds = await findTargetIds(tx, operation.operation_id, 'done');
    return start(tx, call, { ...operation.detail, kind, userIds, undoes: operation.operation_id });
  }

  return { start, retry, undo };
}

/** Only the arguments that the kind takes: an approval is for exactly this. @throws Invalid without the one that it takes */
function detailOf(kind: OperationKind, args: ActionArgs): ActDetail {
  const name = actionOf(kind).many?.argument;
  if (name === undefined) return { kind };
  const value = args[name];
  if (value === undefined) throw problem('Invalid', { fields: { [name]: { problem: 'Invalid' } } });
  return { kind, [name]: value };
}

export function kindOf({ detail }: Pick<OperationRow, 'detail'>): OperationKind {
  if (detail.kind === undefined) throw new Error('An operation on many users has no kind');
  return detail.kind;
}

/** @throws NotFound */
export async function lockOwn(
  tx: Transaction,
  { person }: Pick<StartingCall, 'person'>,
  operationId: string,
): Promise<OperationRow> {
  const operation = await lockOwnOperation(tx, person, operationId);
  if (!operation) throw problem('NotFound');
  return operation;
}

/** A program could start operations in a loop. @throws TooManyRequests */
async function limitUnfinished(
  { LIMIT_OPERATIONS: most }: Pick<Context['config'], 'LIMIT_OPERATIONS'>,
  tx: Transaction,
  { person }: StartingCall,
): Promise<void> {
  const unfinished = await tx
    .selectFrom('operations')
    .select('operation_id')
    .where('requested_by', '=', person.userId)
    .where('action', '=', MANY)
    .where('state', 'in', ['awaitingApproval', 'running', 'paused'])
    .limit(most)
    .execute();
  if (unfinished.length >= most) throw problem('TooManyRequests', { retryAfterSeconds: RETRY_AFTER_MS / SECOND });
}

/** The users that the caller may change and that are due; administrators first, so that an approver sees them. */
async function findUsers(
  tx: Transaction,
  { person, now }: StartingCall,
  bulkAction: BulkAction,
  userIds: readonly string[],
): Promise<TargetUser[]> {
  const found = await selectTargetUsers(tx, now).where(inScopeOf(person)).where(isAnyOf(userIds)).execute();
  const users = found.filter(
    (user) => bulkAction.may(person, asTarget(user)) === null && bulkAction.isFor(user) && bulkAction.isDue(user, now),
  );
  const rank = (user: TargetUser) => (isAdministratorAccount(asTarget(user)) ? 0 : 1);
  return users.sort((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));
}

function targetOf(call: StartingCall, bulkAction: BulkAction, detail: ActDetail, users: readonly TargetUser[]): ApprovalTarget {
  const organisations = new Set(users.map((user) => user.organisation_id));
  const [organisationId = call.person.organisationId] = organisations.size === 1 ? organisations : [];
  const userIds = users.map(({ user_id: userId }) => userId);
  const isForSystem = users
    .map((user) => bulkAction.actOn(user))
    .some(
      ({ target, effects, concerned, systemOnly }) =>
        target.systemOnly || systemOnly === true || secondPersonFor(effects, concerned).systemOnly,
    );
  return {
    id: stableId(detail, [...userIds].sort()),
    userId: null,
    name: users.slice(0, MAILED_NAMES).map(nameOf).join(', '),
    organisationId,
    state: '',
    systemOnly: isForSystem || organisations.size > 1,
    people: users.length,
  };
}

async function insertRunning(
  tx: Transaction,
  call: StartingCall,
  target: ApprovalTarget,
  detail: ActDetail,
  reason: string,
): Promise<string> {
  const { operation_id: operationId } = await tx
    .insertInto('operations')
    .values({
      action: MANY,
      target_id: target.id,
      organisation_id: target.organisationId,
      target: '',
      detail: JSON.stringify(detail),
      target_state: target.state,
      reason,
      system_only: target.systemOnly,
      requested_by: call.person.userId,
      requested_at: call.now,
      session_id: sessionOf(call).sessionId,
      expires_at: addMs(call.now, RUN_MS),
      state: 'running',
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow();
  return operationId;
}
