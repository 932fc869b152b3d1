/** Follows an operation that the server carries out: reads its progress, and passes on pause, cancel, retry and undo. */
import { isAnyOf } from '@reduxjs/toolkit';
import type { Once } from '@api/client/keyed.ts';
import { operationsApi } from '@api/client/bulk.api.ts';
import { isAnswerLost } from '@api/client/problemMeaning.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { noticeRaised } from '../../notices/notices.slice.ts';
import { problemMessage } from '../../notices/problemMessage.ts';
import { newOnce } from '../../saga/act.ts';
import { delay, ports, put, race, type Saga, take } from '../../saga/effects.ts';
import { type Call, request } from '../../saga/request.ts';
import {
  bulkCancelled,
  bulkClosed,
  bulkOfListRequested,
  bulkPaused,
  bulkRequested,
  bulkRetryRequested,
  bulkUndoRequested,
  type Followed,
  isUnfinished,
  operationLost,
  operationRead,
  resultOpened,
} from './bulk.slice.ts';

const POLL_MS = 1000;
/** How long the page leaves a paused operation alone: another tab may resume it, and end it when it is over. */
const REST_MS = 15_000;

const { fetchOperation, fetchOperations, pauseOperation, resumeOperation, cancelOperation, retryOperation, undoOperation } =
  operationsApi.endpoints;

/** An operation that waits for approval is reported, and not followed: the server carries it out once it is approved. */
export function* sayIfAsked({ state, counts: { total } }: LongRunningOperation): Saga<boolean> {
  if (state !== 'awaitingApproval') return false;
  yield* put(noticeRaised({ severity: 'info', message: { phrase: 'bulk:asked', values: { count: total, total } } }));
  return true;
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

/** The result is a toast; the list opens its details, and has it among the operations. */
export function* sayFinished(operation: LongRunningOperation): Saga {
  const { done, failed } = operation.counts;
  const isOnList = /^\/users\/list/i.test((yield* ports()).currentPath());
  const message = {
    phrase:
      failed > 0 || !isOnList
        ? isOnList
          ? 'bulk:finished'
          : 'bulk:finishedAway'
        : (`actions:${operation.kind}.many.done` as const),
    values: { count: done, total: done, done, failed },
  } as const;
  const action = { label: { phrase: 'bulk:details' }, dispatch: resultOpened(operation) } as const;
  yield* put(noticeRaised({ severity: failed > 0 ? 'warning' : 'success', message, ...(isOnList && { action }) }));
  // It is now one of those that have ended.
  yield* request(fetchOperations.initiate(undefined, { forceRefetch: true, subscribe: false }), { problemsShownBy: 'caller' });
}

/** While it runs, and for its own result, there is no other. */
const isOtherThan =
  (operation: LongRunningOperation) =>
  (action: unknown): action is Other =>
    !isUnfinished(operation) &&
    isOther(action) &&
    !(resultOpened.match(action) && action.payload.operationId === operation.operationId);

const isOther = isAnyOf(bulkRequested, bulkOfListRequested, resultOpened);
export type Other = ReturnType<typeof bulkRequested | typeof bulkOfListRequested | typeof resultOpened>;

/** @returns the request for another operation, which ends this one's turn once it is finished; undefined if it is closed */
export function* followOperation(followed: Followed): Saga<Other | undefined> {
  let { operation, leftOut } = followed;
  const once = yield* newOnce();
  yield* put(operationRead(followed));
  for (;;) {
    const { command, closed, other, polled } = yield* race({
      command: take(isCommand),
      closed: take(bulkClosed.match),
      other: take(isOtherThan(operation)),
      polled: readLater(operation),
    });
    if (closed) return undefined;
    if (other) return other;
    const next = command ? ((yield* carryOut(command, operation, once)) ?? (yield* read(operation))) : polled?.next;
    if (!next) {
      yield* put(operationLost());
      continue;
    }
    if (next.operationId !== operation.operationId) leftOut = [];
    // A short one has ended with the reply to its start.
    const hasRun =
      isUnfinished(operation) || next.operationId !== operation.operationId || (command && bulkRetryRequested.match(command));
    if (hasRun && !isUnfinished(next)) yield* sayFinished(next);
    operation = next;
    yield* put(operationRead({ operation, leftOut }));
  }
}
