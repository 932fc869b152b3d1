/** The conversation about many people: read who they are → preview → do it → the result of each → retry, undo, or be done with it. */
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { selectSelf } from '../../session/session.slice.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '../../session/unsavedChanges.slice.ts';
import { put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import {
  type Bulk,
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkExported,
  bulkFinished,
  bulkPrepared,
  bulkReading,
  bulkRequested,
  bulkRetryRequested,
  bulkStarted,
  bulkUndoRequested,
  type LeftOut,
  selectBulk,
} from './bulk.slice.ts';
import { findPeople } from './bulkPeople.saga.ts';
import { actorOf, type BulkAction, leftOutWhy, opposite } from './bulkRules.ts';
import { runBulk } from './bulkRun.saga.ts';
import { selectSelection } from './selection.slice.ts';

type Job = Omit<Extract<Bulk, { kind: 'finished' }>, 'kind'>;

/** Under this name the page holds work: it stays while somebody logs in again. */
const WORK = 'users/bulk';

const isOver = (action: unknown): action is ReturnType<typeof sessionGivenUp> =>
  sessionGivenUp.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* readPeople(action: BulkAction | 'export') {
  const selection = yield* select(selectSelection);
  const total = selection.ids.length;
  const { found } = yield* race({
    found: findPeople(selection, (read) => put(bulkReading({ action, read, total }))),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

/** Asks, with a preview of who is left out and why; null where it is declined. */
function* prepare(action: BulkAction): Saga<Job | null> {
  const self = yield* select(selectSelf);
  const found = yield* readPeople(action);
  if (!self || !found) return null;
  const actor = actorOf(self);
  const people: UserSummary[] = [];
  const leftOut: LeftOut[] = found.gone.map((userId) => ({ userId, why: 'gone' }));
  for (const user of found.people) {
    const why = leftOutWhy(action, actor, user);
    if (why === null) people.push(user);
    else leftOut.push({ userId: user.userId, user, why });
  }
  yield* put(bulkPrepared({ action, people, leftOut }));
  const { yes } = yield* race({ yes: take(bulkConfirmed.match), no: take(bulkCancelled.match) });
  return yes && people.length > 0 ? { action, people, leftOut, outcomes: people.map(() => null), isUndo: false } : null;
}

function* work(job: Job): Saga {
  yield* put(unsavedChangesAppeared(WORK));
  yield* put(bulkStarted(job));
  try {
    const open = job.outcomes.flatMap((outcome, place) => (outcome === null ? [place] : []));
    yield* runBulk(job.action, job.people, open);
  } finally {
    yield* put(bulkFinished());
    yield* put(unsavedChangesGone(WORK));
  }
}

/** The same job for those who failed. */
const again = (job: Job): Job => ({
  ...job,
  outcomes: job.outcomes.map((outcome) => (outcome?.kind === 'failed' ? null : outcome)),
});

/** The contrary for those to whom it was done. */
function undone({ action, people, outcomes }: Job): Job | null {
  const contrary = opposite(action);
  const changed = people.filter((_user, place) => outcomes[place]?.kind === 'done');
  return contrary && { action: contrary, people: changed, leftOut: [], outcomes: changed.map(() => null), isUndo: true };
}

/** What comes after a result; null: no more of it. */
function* next(): Saga<Job | null> {
  const { retry, undo } = yield* race({
    retry: take(bulkRetryRequested.match),
    undo: take(bulkUndoRequested.match),
    closed: take(bulkClosed.match),
  });
  const bulk = yield* select(selectBulk);
  if (bulk.kind !== 'finished') return null;
  return retry ? again(bulk) : undo ? undone(bulk) : null;
}

function* exportPeople(): Saga {
  const found = yield* readPeople('export');
  if (!found) return;
  yield* put(bulkExported(found.people));
  yield* take(bulkClosed.match);
}

function* conversation(payload: BulkAction | 'export'): Saga {
  if (payload === 'export') return yield* exportPeople();
  for (let job = yield* prepare(payload); job; job = yield* next()) yield* work(job);
}

function* untilOver(payload: BulkAction | 'export'): Saga {
  yield* race({ talk: conversation(payload), over: take(isOver) });
}

export function* bulkSaga(): Saga {
  for (;;) {
    const { payload } = yield* take(bulkRequested.match);
    yield* guarded('users/bulk', untilOver, payload);
    const { kind } = yield* select(selectBulk);
    if (kind !== 'idle') yield* put(bulkClosed());
  }
}
