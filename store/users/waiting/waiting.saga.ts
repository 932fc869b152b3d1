/**
 * Actions without a connection: each waits in the queue of `waiting.slice.ts` for its turn, and is sent with the idempotency key of
 * its first attempt, so that it is done once, whether or not that attempt has reached the server.
 */
import type { Action } from '@reduxjs/toolkit';
import { isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Phrase } from '../../notices/message.ts';
import { noticeRaised } from '../../notices/notices.slice.ts';
import { fork, newId, put, race, type Saga, select, take } from '../../saga/effects.ts';
import type { Result } from '../../saga/request.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '../../session/unsavedChanges.slice.ts';
import { runAsTask } from '../bulk/runAsTask.ts';
import { isOnline, untilConnected } from './connection.ts';
import {
  selectDropped,
  selectNextWaiting,
  selectWaiting,
  waitingAdded,
  waitingDropsNoticed,
  waitingEnded,
  waitingTakenBack,
  waitingTurnFailed,
  waitingTurnGiven,
} from './waiting.slice.ts';

interface IdAction {
  readonly match: (action: unknown) => action is PayloadAction<string>;
}

const isFor =
  (id: string, ...kinds: readonly IdAction[]) =>
  (action: Action): action is PayloadAction<string> =>
    kinds.some(({ match }) => match(action) && action.payload === id);

/** Not a log-in: over a page that is kept, it is that of the same user. */
const isSessionOver = (action: Action): action is Action =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by === 'logOut');

/** Of proxies while the server restarts, and of the server while its database does. */
const UNREACHABLE: readonly number[] = [502, 503, 504];

/** The key makes a further attempt safe, whether or not this one was done. */
const isWorthRepeating = (problem: ClientProblem): boolean =>
  problem.kind === 'network' || problem.kind === 'timeout' || ('status' in problem && UNREACHABLE.includes(problem.status));

export interface Sent<Reply> {
  readonly result: Result<Reply>;
  /** Others may have changed the user since it was asked for, also before its first attempt was answered. */
  readonly hasWaited: boolean;
}

/** @returns undefined if it was taken back, or the session is over */
export function* sendOrWait<Reply>(what: Phrase, send: () => Saga<Result<Reply>>): Saga<Sent<Reply> | undefined> {
  const isFirst = (yield* select(isOnline)) && !(yield* select(selectNextWaiting));
  if (isFirst) {
    const result = yield* runAsTask(send());
    if (result.ok || result.problem.kind !== 'network') return { result, hasWaited: false };
  }
  return yield* waitAndSend(what, isFirst, send);
}

function* waitAndSend<Reply>(what: Phrase, isMaybeDone: boolean, send: () => Saga<Result<Reply>>): Saga<Sent<Reply> | undefined> {
  const id = newId();
  yield* put(waitingAdded({ id, what, since: Date.now(), isMaybeDone }));
  yield* put(
    noticeRaised({
      severity: 'warning',
      message: { phrase: 'session:waiting.added' },
      action: { label: { phrase: 'session:waiting.takeBack' }, dispatch: waitingTakenBack(id) },
    }),
  );
  try {
    for (;;) {
      const { turn } = yield* race({
        turn: take(isFor(id, waitingTurnGiven)),
        takenBack: take(isFor(id, waitingTakenBack)),
        over: take(isSessionOver),
      });
      if (!turn) return undefined;
      const { result } = yield* race({ result: send(), over: take(isSessionOver) });
      if (!result) return undefined;
      if (result.ok || !isWorthRepeating(result.problem)) return { result, hasWaited: true };
      yield* put(waitingTurnFailed(id));
      // Taken back while it was being sent.
      if (!(yield* select(selectWaiting)).some((action) => action.id === id)) return undefined;
    }
  } finally {
    yield* put(waitingEnded(id));
  }
}

/** As an unsaved form: the end of the session keeps the page, and asks to log in again. */
const UNSAVED_ID = 'waiting';

/** Gives the turns, one after the other. */
function* giveTurns(): Saga {
  let failures = 0;
  for (;;) {
    let next = yield* select(selectNextWaiting);
    if (!next) {
      yield* put(unsavedChangesGone(UNSAVED_ID));
      failures = 0;
      yield* take(waitingAdded.match);
      yield* put(unsavedChangesAppeared(UNSAVED_ID));
      // The first attempt of this one may just have failed.
      next = yield* select(selectNextWaiting);
      failures = next?.isMaybeDone ? 1 : 0;
    }
    yield* race({ ready: untilConnected(failures), gone: untilEmpty() });
    next = yield* select(selectNextWaiting);
    if (!next) continue;
    const { id } = next;
    yield* put(waitingTurnGiven(id));
    const { failed } = yield* race({
      failed: take(isFor(id, waitingTurnFailed)),
      ended: take(isFor(id, waitingEnded)),
    });
    failures = failed ? failures + 1 : 0;
  }
}

function* untilEmpty(): Saga {
  while (yield* select(selectNextWaiting)) yield* take(isAnyOf(waitingTakenBack, waitingEnded, isSessionOver));
}

/** A notice after those of the session's end, which removes the ones before. It names nobody: another user may read it. */
function* noticeDrops(): Saga {
  for (;;) {
    yield* take(isSessionOver);
    const dropped = yield* select(selectDropped);
    if (dropped === 0) continue;
    yield* put(waitingDropsNoticed());
    yield* put(
      noticeRaised({
        severity: 'warning',
        message: { phrase: 'session:waiting.dropped', values: { count: dropped } },
        timeout: false,
      }),
    );
  }
}

export function* waitingSaga(): Saga {
  yield* fork(giveTurns);
  yield* fork(noticeDrops);
}
