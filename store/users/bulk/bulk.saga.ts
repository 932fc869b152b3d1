/** Flow of a bulk operation: read the users → preview → the server's word → run → results → retry, undo or close. */
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { selectSelf } from '../../session/session.slice.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '../../session/unsavedChanges.slice.ts';
import { put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import {
  approvedBulkRequested,
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
import { mayRun } from './bulkApproval.saga.ts';
import { findApprovedPeople, findPeople } from './bulkPeople.saga.ts';
import { type BulkAction, exclusionReason, opposite } from './bulkRules.ts';
import { runBulk } from './bulkRun.saga.ts';
import { selectSelection } from './selection.slice.ts';

type Job = Omit<Extract<Bulk, { kind: 'finished' }>, 'kind'>;

interface Wanted {
  readonly action: BulkAction;
  readonly requestId: string | null;
  /** Of an approved request; otherwise those selected. */
  readonly total?: number;
}

/** Id in `unsavedChanges`: keeps the page while the user logs in again. */
const UNSAVED_CHANGES_ID = 'users/bulk';

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* readUsers(action: BulkAction | 'export') {
  const selection = yield* select(selectSelection);
  const total = selection.ids.length;
  const { found } = yield* race({
    found: findPeople(selection, (read) => put(bulkReading({ action, requestId: null, read, total }))),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

function* readApproved({ action, requestId, total = 0 }: Wanted) {
  const { found } = yield* race({
    found: findApprovedPeople(requestId ?? '', (read) =>
      put(bulkReading({ action, requestId, read, total: Math.max(read, total) })),
    ),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

/** Shows a preview with the users left out and why. @returns null if declined */
function* prepare(wanted: Wanted): Saga<Job | null> {
  const { action, requestId } = wanted;
  const self = yield* select(selectSelf);
  const found = yield* requestId === null ? readUsers(action) : readApproved(wanted);
  if (!self || !found) return null;
  const actor = personOf(self);
  const people: UserSummary[] = [];
  const leftOut: LeftOut[] = found.gone.map((userId) => ({ userId, why: 'gone' }));
  for (const user of found.people) {
    const why = exclusionReason(action, actor, user);
    if (why === null) people.push(user);
    else leftOut.push({ userId: user.userId, user, why });
  }
  yield* put(bulkPrepared({ action, requestId, people, leftOut }));
  const { yes } = yield* race({ yes: take(bulkConfirmed.match), no: take(bulkCancelled.match) });
  if (!yes || people.length === 0) return null;
  const job = { action, requestId, people, leftOut, outcomes: people.map(() => null), isUndo: false };
  return (yield* isAllowed(job)) ? job : null;
}

const openIndicesOf = ({ outcomes }: Job): number[] => outcomes.flatMap((outcome, index) => (outcome === null ? [index] : []));

/** What is approved already needs no further word of the server; undoing it does. */
function* isAllowed(job: Job): Saga<boolean> {
  if (job.requestId !== null && !job.isUndo) return true;
  const places = new Set(openIndicesOf(job));
  return yield* mayRun(
    job.action,
    job.people.filter((_user, index) => places.has(index)),
  );
}

function* runJob(job: Job): Saga {
  yield* put(unsavedChangesAppeared(UNSAVED_CHANGES_ID));
  yield* put(bulkStarted(job));
  try {
    yield* runBulk(job.action, job.people, openIndicesOf(job));
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
function undoJob({ action, requestId, people, outcomes }: Job): Job | null {
  const oppositeAction = opposite(action);
  const changed = people.filter((_user, index) => outcomes[index]?.kind === 'done');
  return (
    oppositeAction && {
      action: oppositeAction,
      requestId,
      people: changed,
      leftOut: [],
      outcomes: changed.map(() => null),
      isUndo: true,
    }
  );
}

/** The job to run after a result, or null when closed. */
function* nextJob(): Saga<Job | null> {
  for (;;) {
    const { retry, undo } = yield* race({
      retry: take(bulkRetryRequested.match),
      undo: take(bulkUndoRequested.match),
      closed: take(bulkClosed.match),
    });
    const bulk = yield* select(selectBulk);
    if (bulk.kind !== 'finished') return null;
    const job = retry ? retryJob(bulk) : undo ? undoJob(bulk) : null;
    if (!job || (yield* isAllowed(job))) return job;
  }
}

function* exportUsers(): Saga {
  const found = yield* readUsers('export');
  if (!found) return;
  yield* put(bulkExported(found.people));
  yield* take(bulkClosed.match);
}

function* flow(wanted: Wanted | 'export'): Saga {
  if (wanted === 'export') return yield* exportUsers();
  for (let job = yield* prepare(wanted); job; job = yield* nextJob()) yield* runJob(job);
}

function* flowUntilSessionOver(wanted: Wanted | 'export'): Saga {
  yield* race({ talk: flow(wanted), over: take(isSessionOver) });
}

type Request = ReturnType<typeof bulkRequested> | ReturnType<typeof approvedBulkRequested>;

const isRequest = (action: unknown): action is Request => bulkRequested.match(action) || approvedBulkRequested.match(action);

function wantedBy({ payload }: Request): Wanted | 'export' {
  if (typeof payload !== 'string') return payload;
  return payload === 'export' ? payload : { action: payload, requestId: null };
}

export function* bulkSaga(): Saga {
  for (;;) {
    const asked = yield* take(isRequest);
    yield* guarded('users/bulk', flowUntilSessionOver, wantedBy(asked));
    const { kind } = yield* select(selectBulk);
    if (kind !== 'idle') yield* put(bulkClosed());
  }
}
