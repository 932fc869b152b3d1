/** Flow of a bulk operation: read the users → preview → run → results → retry, undo or close. */
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
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
import { type BulkAction, exclusionReason, opposite } from './bulkRules.ts';
import { runBulk } from './bulkRun.saga.ts';
import { selectSelection } from './selection.slice.ts';

type Job = Omit<Extract<Bulk, { kind: 'finished' }>, 'kind'>;

/** Id in `unsavedChanges`: keeps the page while the user logs in again. */
const UNSAVED_CHANGES_ID = 'users/bulk';

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* readUsers(action: BulkAction | 'export') {
  const selection = yield* select(selectSelection);
  const total = selection.ids.length;
  const { found } = yield* race({
    found: findPeople(selection, (read) => put(bulkReading({ action, read, total }))),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

/** Shows a preview with the users left out and why. @returns null if declined */
function* prepare(action: BulkAction): Saga<Job | null> {
  const self = yield* select(selectSelf);
  const found = yield* readUsers(action);
  if (!self || !found) return null;
  const actor = personOf(self);
  const people: UserSummary[] = [];
  const leftOut: LeftOut[] = found.gone.map((userId) => ({ userId, why: 'gone' }));
  for (const user of found.people) {
    const why = exclusionReason(action, actor, user);
    if (why === null) people.push(user);
    else leftOut.push({ userId: user.userId, user, why });
  }
  yield* put(bulkPrepared({ action, people, leftOut }));
  const { yes } = yield* race({ yes: take(bulkConfirmed.match), no: take(bulkCancelled.match) });
  return yes && people.length > 0 ? { action, people, leftOut, outcomes: people.map(() => null), isUndo: false } : null;
}

function* runJob(job: Job): Saga {
  yield* put(unsavedChangesAppeared(UNSAVED_CHANGES_ID));
  yield* put(bulkStarted(job));
  try {
    const openIndices = job.outcomes.flatMap((outcome, index) => (outcome === null ? [index] : []));
    yield* runBulk(job.action, job.people, openIndices);
  } finally {
    yield* put(bulkFinished());
    yield* put(unsavedChangesGone(UNSAVED_CHANGES_ID));
  }
}

/** The same job for the failed users. */
const retryJob = (job: Job): Job => ({
  ...job,
  outcomes: job.outcomes.map((outcome) => (outcome?.kind === 'failed' ? null : outcome)),
});

/** The opposite action for the users for whom it succeeded. */
function undoJob({ action, people, outcomes }: Job): Job | null {
  const oppositeAction = opposite(action);
  const changed = people.filter((_user, index) => outcomes[index]?.kind === 'done');
  return (
    oppositeAction && { action: oppositeAction, people: changed, leftOut: [], outcomes: changed.map(() => null), isUndo: true }
  );
}

/** The job to run after a result, or null when closed. */
function* nextJob(): Saga<Job | null> {
  const { retry, undo } = yield* race({
    retry: take(bulkRetryRequested.match),
    undo: take(bulkUndoRequested.match),
    closed: take(bulkClosed.match),
  });
  const bulk = yield* select(selectBulk);
  if (bulk.kind !== 'finished') return null;
  return retry ? retryJob(bulk) : undo ? undoJob(bulk) : null;
}

function* exportUsers(): Saga {
  const found = yield* readUsers('export');
  if (!found) return;
  yield* put(bulkExported(found.people));
  yield* take(bulkClosed.match);
}

function* flow(payload: BulkAction | 'export'): Saga {
  if (payload === 'export') return yield* exportUsers();
  for (let job = yield* prepare(payload); job; job = yield* nextJob()) yield* runJob(job);
}

function* flowUntilSessionOver(payload: BulkAction | 'export'): Saga {
  yield* race({ talk: flow(payload), over: take(isSessionOver) });
}

export function* bulkSaga(): Saga {
  for (;;) {
    const { payload } = yield* take(bulkRequested.match);
    yield* guarded('users/bulk', flowUntilSessionOver, payload);
    const { kind } = yield* select(selectBulk);
    if (kind !== 'idle') yield* put(bulkClosed());
  }
}
