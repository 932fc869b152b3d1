/**
 * An operation on many users: read the selected ones → preview → started on the server, which carries it out → followed until it is
 * closed. The server goes on without this page; the list finds it again.
 */
import { isAnyOf } from '@reduxjs/toolkit';
import { isAnswerLost } from '@api/client/clientProblem.ts';
import type { Once } from '@api/client/keyed.ts';
import { operationsApi } from '@api/client/operations.api.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { LongRunningOperation } from '@api/contract/operations.ts';
import { MAX_OPERATION_USERS, type OperationKind } from '@api/contract/operations.calls.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '../../notices/notices.slice.ts';
import { problemMessage } from '../../notices/problemMessage.ts';
import { newOnce } from '../../saga/act.ts';
import { delay, ports, put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import { type Call, request } from '../../saga/request.ts';
import { selectSelf } from '../../session/session.slice.ts';
import {
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkExported,
  bulkOfListRequested,
  bulkPaused,
  bulkPrepared,
  bulkReading,
  bulkRequested,
  bulkRetryRequested,
  bulkUndoRequested,
  type BulkOfList,
  type Followed,
  isUnfinished,
  type LeftOut,
  operationFound,
  operationLost,
  operationRead,
  selectBulk,
} from './bulk.slice.ts';
import { findPeople, selectList } from './bulkPeople.saga.ts';
import { exclusionReason } from './bulkRules.ts';
import { selectSelection } from './selection.slice.ts';

const POLL_MS = 1000;
/** How long the page leaves a paused operation alone: another tab may resume it, and end it when it is over. */
const REST_MS = 15_000;

const { startOperation, fetchOperation, pauseOperation, resumeOperation, cancelOperation, retryOperation, undoOperation } =
  operationsApi.endpoints;

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* readUsers(action: OperationKind | 'export') {
  const selection = yield* select(selectSelection);
  const total = selection.ids.length;
  const { found } = yield* race({
    found: findPeople(selection, (read) => put(bulkReading({ action, read, total }))),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

/** Users of the operation, and those who are left out with the reason; null if they could not be read. */
function* prepare(action: OperationKind) {
  const self = yield* select(selectSelf);
  const found = yield* readUsers(action);
  if (!self || !found) return null;
  const actor = personOf(self);
  const people: UserSummary[] = [];
  const leftOut: LeftOut[] = found.gone.map((userId) => ({ userId, why: 'gone' }));
  for (const user of found.people) {
    const why = exclusionReason(action, actor, user) ?? (people.length < MAX_OPERATION_USERS ? null : 'tooMany');
    if (why === null) people.push(user);
    else leftOut.push({ userId: user.userId, user, why });
  }
  return { action, people, leftOut };
}

/** An operation that waits for approval is reported, and not followed: the server carries it out once it is approved. */
function* sayIfAsked({ state, counts: { total } }: LongRunningOperation): Saga<boolean> {
  if (state !== 'awaitingApproval') return false;
  yield* put(noticeRaised({ severity: 'info', message: { phrase: 'users:bulk.asked', values: { count: total, total } } }));
  return true;
}

/**
 * Shows the preview until the operation was started. @param isConfirmed shows it only if that fails @returns null if it was declined or
 * refused, or waits for another administrator
 */
function* start(action: OperationKind, isConfirmed = false): Saga<Followed | null> {
  const preview = yield* prepare(action);
  if (!preview) return null;
  const once = yield* newOnce();
  const body = { kind: action, userIds: preview.people.map(({ userId }) => userId) };
  for (let confirmed = isConfirmed && preview.people.length > 0; ; confirmed = false) {
    yield* put(bulkPrepared({ ...preview, confirmed }));
    const { no } = confirmed ? {} : yield* race({ yes: take(bulkConfirmed.match), no: take(bulkCancelled.match) });
    if (no || preview.people.length === 0) return null;
    const started = yield* request(startOperation.initiate({ body, ...once }));
    if (started.ok) return (yield* sayIfAsked(started.value)) ? null : { operation: started.value, leftOut: preview.leftOut };
    if (!isAnswerLost(started.problem)) return null;
    // The preview stays: confirmed again, the server starts it once.
    yield* put(noticeRaised({ severity: 'error', message: problemMessage(started.problem) }));
  }
}

const isCommand = isAnyOf(bulkPaused, bulkCancelled, bulkRetryRequested, bulkUndoRequested);
type Command = ReturnType<typeof bulkPaused | typeof bulkCancelled | typeof bulkRetryRequested | typeof bulkUndoRequested>;

function callOf(command: Command, { operationId }: LongRunningOperation, once: Once): Call<LongRunningOperation> {
  if (bulkPaused.match(command)) return (command.payload ? pauseOperation : resumeOperation).initiate({ operationId });
  if (bulkCancelled.match(command)) return cancelOperation.initiate({ operationId });
  if (bulkRetryRequested.match(command)) return retryOperation.initiate({ operationId });
  return undoOperation.initiate({ operationId, ...once });
}

/**
 * @returns undefined if the command was refused, as another tab may have been faster, or if the operation waits for another
 * administrator
 */
function* carryOut(command: Command, operation: LongRunningOperation, once: Once): Saga<LongRunningOperation | undefined> {
  const result = yield* request(callOf(command, operation, once));
  if (result.ok) return (yield* sayIfAsked(result.value)) ? undefined : result.value;
  if (bulkUndoRequested.match(command) && isAnswerLost(result.problem))
    yield* put(noticeRaised({ severity: 'error', message: problemMessage(result.problem) }));
  return undefined;
}

/** Reads the operation again later, while it runs or may be resumed elsewhere. `next` is undefined if no answer came. */
function* readLater(operation: LongRunningOperation) {
  yield* delay(operation.state === 'running' ? POLL_MS : isUnfinished(operation) ? REST_MS : Infinity);
  return { next: yield* read(operation) };
}

function* read({ operationId }: LongRunningOperation): Saga<LongRunningOperation | undefined> {
  const result = yield* request(fetchOperation.initiate({ operationId }, { forceRefetch: true }), { problemsShownBy: 'caller' });
  return result.ok ? result.value : undefined;
}

/** Shows no notice where the list shows the result itself. */
function* sayFinished({ counts }: LongRunningOperation): Saga {
  if (/^\/users\/list/i.test((yield* ports()).currentPath())) return;
  const values = { done: String(counts.done), failed: String(counts.failed) };
  yield* put(noticeRaised({ message: { phrase: 'users:bulk.finishedAway', values } }));
}

/** Follows an operation until it is closed. */
function* follow(followed: Followed): Saga {
  let { operation, leftOut } = followed;
  const once = yield* newOnce();
  yield* put(operationRead(followed));
  for (;;) {
    const { command, closed, polled } = yield* race({
      command: take(isCommand),
      closed: take(bulkClosed.match),
      polled: readLater(operation),
    });
    if (closed) return;
    const next = command ? ((yield* carryOut(command, operation, once)) ?? (yield* read(operation))) : polled?.next;
    if (!next) {
      yield* put(operationLost());
      continue;
    }
    if (next.operationId !== operation.operationId) leftOut = [];
    if (isUnfinished(operation) && !isUnfinished(next)) yield* sayFinished(next);
    operation = next;
    yield* put(operationRead({ operation, leftOut }));
  }
}

function* exportUsers(): Saga {
  const found = yield* readUsers('export');
  if (!found) return;
  yield* put(bulkExported(found.people));
  yield* take(bulkClosed.match);
}

function* startOnList({ action, list, expectedCount }: BulkOfList): Saga<Followed | null> {
  const count = yield* selectList(list);
  return count === null ? null : yield* start(action, count === expectedCount);
}

const isRequest = isAnyOf(bulkRequested, bulkOfListRequested, operationFound);

function* flow(asked: ReturnType<typeof bulkRequested | typeof bulkOfListRequested | typeof operationFound>): Saga {
  if (operationFound.match(asked)) return yield* follow({ operation: asked.payload, leftOut: [] });
  if (asked.payload === 'export') return yield* exportUsers();
  const followed = yield* bulkOfListRequested.match(asked) ? startOnList(asked.payload) : start(asked.payload);
  if (followed) yield* follow(followed);
}

function* flowUntilSessionOver(asked: Parameters<typeof flow>[0]): Saga {
  yield* race({ talk: flow(asked), over: take(isSessionOver) });
}

export function* bulkSaga(): Saga {
  for (;;) {
    yield* guarded('users/bulk', flowUntilSessionOver, yield* take(isRequest));
    const { kind } = yield* select(selectBulk);
    if (kind !== 'idle') yield* put(bulkClosed());
  }
}
