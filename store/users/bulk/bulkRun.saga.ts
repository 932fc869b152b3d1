/**
 * Applies one action to many users, a few at a time. One failure does not stop the rest. A temporary refusal (no connection, 429,
 * 503, identity confirmation declined) is waited out and retried for the same user; after a lost response the user is read before
 * anything is repeated, so nothing is done twice. If the session ends, requests wait until the user is back.
 */
import { baseApi } from '@api/client/baseApi.ts';
import { type ClientProblem, isAnswerLost, problemCode } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Message } from '../../notices/message.ts';
import { problemMessage } from '../../notices/problemMessage.ts';
import { delay, fork, put, race, type Saga, select, take } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import { userChanged } from '../changedUsers.slice.ts';
import {
  bulkCancelled,
  bulkHeld,
  bulkWaitSkipped,
  bulkPaused,
  bulkProgressed,
  type Hold,
  type Outcome,
  type Progress,
  selectBulk,
} from './bulk.slice.ts';
import { bulkOperations } from './bulkOperations.ts';
import { type BulkAction, isDone } from './bulkRules.ts';

/** Leaves connections for the page itself: browsers open six per server. */
const CONCURRENT_CALLS = 4;
/** Milliseconds between progress updates. */
const PROGRESS_INTERVAL_MS = 100;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

interface Run {
  readonly action: BulkAction;
  readonly people: readonly UserSummary[];
  /** Indices of the users still to do. */
  readonly queue: number[];
  /** Not dispatched yet. */
  unreported: { outcomes: (readonly [number, Outcome])[]; changed: UserSummary[] };
  /** Consecutive waits without success, for the backoff. */
  failedWaits: number;
}

const isHoldChange = (action: unknown): action is ReturnType<typeof bulkHeld> =>
  [bulkPaused, bulkHeld, bulkCancelled].some(({ match }) => match(action));

/** Waits while the job is paused or held. @returns false once it is cancelled */
function* waitUntilReleased(): Saga<boolean> {
  for (;;) {
    const bulk = yield* select(selectBulk);
    if (bulk.kind !== 'running' || bulk.cancelled) return false;
    if (!bulk.paused && !bulk.hold) return true;
    yield* take(isHoldChange);
  }
}

/** Holds the whole job for `ms`, or until the browser is online or the user ends the wait. */
function* waitFor(run: Run, why: Hold['why'], ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** run.failedWaits)): Saga<boolean> {
  const bulk = yield* select(selectBulk);
  if (bulk.kind === 'running' && !bulk.hold) {
    run.failedWaits += 1;
    yield* put(bulkHeld({ why, until: Date.now() + ms }));
    yield* race({
      time: delay(ms),
      online: take(baseApi.internalActions.onOnline.match),
      hurried: take(bulkWaitSkipped.match),
      cancelled: take(bulkCancelled.match),
    });
    yield* put(bulkHeld(null));
  }
  return yield* waitUntilReleased();
}

/** Milliseconds to wait before a retry, undefined if the server names none; null if the refusal is final. */
function retryDelayMs(problem: ClientProblem): number | undefined | null {
  if (problem.kind !== 'problem' || (problem.status !== 429 && problem.status !== 503)) return null;
  return problem.retryAfter === undefined ? undefined : problem.retryAfter * 1000;
}

const failed = (why: Message): Outcome => ({ kind: 'failed', why });
const unknownOutcome = failed({ phrase: 'users:bulk.unsure' });

/** Whether the action happened although no response came. Unknown if cancelled meanwhile. */
function* checkOutcome(run: Run, before: UserSummary): Saga<Outcome | 'again'> {
  const call = () => usersApi.endpoints.fetchUser.initiate({ userName: before.userName }, { forceRefetch: true });
  for (;;) {
    if (!(yield* waitFor(run, 'connection'))) return unknownOutcome;
    const response = yield* request(call(), { problemsShownBy: 'caller' });
    if (response.ok) {
      run.unreported.changed.push(response.value);
      return isDone(run.action, before, response.value) ? { kind: 'done' } : 'again';
    }
    if (!isAnswerLost(response.problem) && retryDelayMs(response.problem) === null)
      return failed(problemMessage(response.problem));
  }
}

function* getResumeCount(): Saga<number> {
  const bulk = yield* select(selectBulk);
  return bulk.kind === 'running' ? bulk.resumeCount : 0;
}

function* processUser(run: Run, user: UserSummary): Saga<Outcome> {
  for (;;) {
    const resumeCount = yield* getResumeCount();
    const result = yield* bulkOperations[run.action](user);
    if (result.ok) {
      run.failedWaits = 0;
      run.unreported.changed.push(result.value);
      return { kind: 'done' };
    }
    const { problem } = result;
    const delayMs = retryDelayMs(problem);
    if (isAnswerLost(problem)) {
      const outcome = yield* checkOutcome(run, user);
      if (outcome !== 'again') return outcome;
    } else if (delayMs !== null) {
      if (!(yield* waitFor(run, 'server', delayMs))) return { kind: 'skipped' };
    } else if (problemCode(problem) === 'ConfirmIdentity') {
      // Declined: the other requests would prompt again. Late replies do not pause what the user has resumed meanwhile.
      if ((yield* getResumeCount()) === resumeCount) yield* put(bulkPaused(true));
      if (!(yield* waitUntilReleased())) return { kind: 'skipped' };
    } else return failed(problemMessage(problem));
  }
}

function* worker(run: Run): Saga {
  while (yield* waitUntilReleased()) {
    const index = run.queue.shift();
    const user = index === undefined ? undefined : run.people[index];
    if (index === undefined || !user) return;
    const outcome = yield* processUser(run, user);
    run.unreported.outcomes.push([index, outcome]);
  }
}

function* workers(run: Run): Saga {
  for (let index = 0; index < CONCURRENT_CALLS; index += 1) yield* fork(worker, run);
}

function* dispatchProgress(run: Run): Saga {
  const { outcomes, changed } = run.unreported;
  run.unreported = { outcomes: [], changed: [] };
  for (const user of changed) yield* put(userChanged(user));
  if (outcomes.length > 0) yield* put(bulkProgressed(outcomes));
}

function* dispatchProgressRegularly(run: Run): Saga {
  for (;;) {
    yield* delay(PROGRESS_INTERVAL_MS);
    yield* dispatchProgress(run);
  }
}

/** Runs `action` for the users at `places`; returns once each has an outcome. */
export function* runBulk(action: BulkAction, people: readonly UserSummary[], indices: readonly number[]): Saga {
  const run: Run = { action, people, queue: [...indices], unreported: { outcomes: [], changed: [] }, failedWaits: 0 };
  yield* race({ work: workers(run), progress: dispatchProgressRegularly(run) });
  const skipped: Progress = run.queue.map((index) => [index, { kind: 'skipped' }]);
  run.unreported.outcomes.push(...skipped);
  yield* dispatchProgress(run);
}
