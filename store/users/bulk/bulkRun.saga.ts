/**
 * Does one thing to many people, a few at a time. One failure stops nothing. What is refused for the moment (no connection, 429,
 * 503, proof of identity declined) waits and goes on with the same person; a lost answer is looked up before anything is repeated,
 * so that nothing is done to anybody twice. A session that ends meanwhile holds the calls until the person is back.
 */
import { baseApi } from '@api/client/baseApi.ts';
import { type ClientProblem, isAnswerLost, problemCode } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Message } from '../../notices/message.ts';
import { delay, fork, put, race, type Saga, select, take } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import { runAsTask } from './runAsTask.ts';
import { userChanged } from '../changedUsers.slice.ts';
import {
  bulkCancelled,
  bulkHeld,
  bulkHurried,
  bulkPaused,
  bulkProgressed,
  type Hold,
  type Outcome,
  type Progress,
  selectBulk,
} from './bulk.slice.ts';
import { bulkOperations } from './bulkOperations.ts';
import { type BulkAction, isDone } from './bulkRules.ts';

/** Leaves connections free for the page itself: browsers open six to a server. */
const CONCURRENT_CALLS = 4;
/** Milliseconds between two drawings of the progress. */
const TELL_EVERY_MS = 100;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

interface Run {
  readonly action: BulkAction;
  readonly people: readonly UserSummary[];
  /** Places of those who are still to come. */
  readonly queue: number[];
  /** Not told yet. */
  fresh: { outcomes: (readonly [number, Outcome])[]; changed: UserSummary[] };
  /** Waits in a row that led to nothing. */
  misses: number;
}

const isGoAhead = (action: unknown): action is ReturnType<typeof bulkHeld> =>
  [bulkPaused, bulkHeld, bulkCancelled].some(({ match }) => match(action));

/** Waits until nothing holds it; false once it is cancelled. */
function* mayGoOn(): Saga<boolean> {
  for (;;) {
    const bulk = yield* select(selectBulk);
    if (bulk.kind !== 'running' || bulk.cancelled) return false;
    if (!bulk.paused && !bulk.hold) return true;
    yield* take(isGoAhead);
  }
}

/** Holds all of it for a while, or until there is a sign that it may go on. */
function* waitFor(run: Run, why: Hold['why'], ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** run.misses)): Saga<boolean> {
  const bulk = yield* select(selectBulk);
  if (bulk.kind === 'running' && !bulk.hold) {
    run.misses += 1;
    yield* put(bulkHeld({ why, until: Date.now() + ms }));
    yield* race({
      time: delay(ms),
      online: take(baseApi.internalActions.onOnline.match),
      hurried: take(bulkHurried.match),
      cancelled: take(bulkCancelled.match),
    });
    yield* put(bulkHeld(null));
  }
  return yield* mayGoOn();
}

/** What the server wants to be asked again later for, in milliseconds; null where it has made up its mind. */
function comeBackIn(problem: ClientProblem): number | undefined | null {
  if (problem.kind !== 'problem' || (problem.status !== 429 && problem.status !== 503)) return null;
  return problem.retryAfter === undefined ? undefined : problem.retryAfter * 1000;
}

const wordsOf = (problem: ClientProblem): Message =>
  problem.kind === 'problem' ? { text: problem.body.message } : { phrase: 'common:error.unknown' };

const failed = (why: Message): Outcome => ({ kind: 'failed', why });
const unsure = failed({ phrase: 'users:bulk.unsure' });

/** Whether it happened although no answer came. Null: it is cancelled, and nobody knows. */
function* lookUp(run: Run, before: UserSummary): Saga<Outcome | 'again'> {
  const asking = () => usersApi.endpoints.fetchUser.initiate({ userName: before.userName }, { forceRefetch: true });
  for (;;) {
    if (!(yield* waitFor(run, 'connection'))) return unsure;
    const truth = yield* runAsTask(request(asking(), { problemsShownBy: 'caller' }));
    if (truth.ok) {
      run.fresh.changed.push(truth.value);
      return isDone(run.action, before, truth.value) ? { kind: 'done' } : 'again';
    }
    if (!isAnswerLost(truth.problem) && comeBackIn(truth.problem) === null) return failed(wordsOf(truth.problem));
  }
}

function* settle(run: Run, user: UserSummary): Saga<Outcome> {
  for (;;) {
    const result = yield* runAsTask(bulkOperations[run.action](user));
    if (result.ok) {
      run.misses = 0;
      run.fresh.changed.push(result.value);
      return { kind: 'done' };
    }
    const { problem } = result;
    const pause = comeBackIn(problem);
    if (isAnswerLost(problem)) {
      const outcome = yield* lookUp(run, user);
      if (outcome !== 'again') return outcome;
    } else if (pause !== null) {
      if (!(yield* waitFor(run, 'server', pause))) return { kind: 'skipped' };
    } else if (problemCode(problem) === 'ConfirmIdentity') {
      // Declined: the rest would ask again and again.
      yield* put(bulkPaused(true));
      if (!(yield* mayGoOn())) return { kind: 'skipped' };
    } else return failed(wordsOf(problem));
  }
}

function* worker(run: Run): Saga {
  while (yield* mayGoOn()) {
    const place = run.queue.shift();
    const user = place === undefined ? undefined : run.people[place];
    if (place === undefined || !user) return;
    const outcome = yield* settle(run, user);
    run.fresh.outcomes.push([place, outcome]);
  }
}

function* workers(run: Run): Saga {
  for (let each = 0; each < CONCURRENT_CALLS; each += 1) yield* fork(worker, run);
}

function* tell(run: Run): Saga {
  const { outcomes, changed } = run.fresh;
  run.fresh = { outcomes: [], changed: [] };
  for (const user of changed) yield* put(userChanged(user));
  if (outcomes.length > 0) yield* put(bulkProgressed(outcomes));
}

function* telling(run: Run): Saga {
  for (;;) {
    yield* delay(TELL_EVERY_MS);
    yield* tell(run);
  }
}

/** To those of `people` at `places`; comes back once each of them has an outcome. */
export function* runBulk(action: BulkAction, people: readonly UserSummary[], places: readonly number[]): Saga {
  const run: Run = { action, people, queue: [...places], fresh: { outcomes: [], changed: [] }, misses: 0 };
  yield* race({ work: workers(run), telling: telling(run) });
  const skipped: Progress = run.queue.map((place) => [place, { kind: 'skipped' }]);
  run.fresh.outcomes.push(...skipped);
  yield* tell(run);
}
