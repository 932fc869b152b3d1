/** Where calls wait for a person: to log in again, or to confirm who they are. Answers are actions, so that everything stands in the action log. */
import type { Action, Dispatch, Middleware } from '@reduxjs/toolkit';
import {
  confirmIdentityCancelled,
  identityConfirmed,
  sessionGivenUp,
  sessionResumed,
  sessionStillOver,
} from './sessionEvents.ts';

type Match = (action: unknown) => boolean;

export interface PendingPrompt {
  /** How many answers were given so far: a call notes it when it is sent. */
  readonly answers: () => number;
  /**
   * Raises `fact` unless somebody waits already; true once the answer is yes. An answer given since `sent` holds for a call whose
   * refusal was still on the way then. An aborted call stops waiting with no.
   */
  readonly wait: (dispatch: Dispatch, fact: Action, signal: AbortSignal, sent: number) => Promise<boolean>;
  readonly hear: (action: unknown) => void;
}

function gate(isYes: Match, isNo: Match, abandoned?: () => Action): PendingPrompt {
  const waiting = new Set<(answer: boolean) => void>();
  let answers = 0;
  let last = false;
  const answer = (yes: boolean): void => {
    // A no that nobody waited for is the end of a question, and no answer.
    if (!yes && waiting.size === 0) return;
    answers += 1;
    last = yes;
    for (const go of [...waiting]) go(yes);
  };
  return {
    answers: () => answers,
    wait: (dispatch, fact, signal, sent) =>
      new Promise((resolve) => {
        if (signal.aborted || sent < answers) {
          resolve(!signal.aborted && last);
          return;
        }
        const first = waiting.size === 0;
        const leave = (): void => {
          go(false);
          if (waiting.size === 0 && abandoned) dispatch(abandoned());
        };
        const go = (yes: boolean): void => {
          waiting.delete(go);
          signal.removeEventListener('abort', leave);
          resolve(yes);
        };
        waiting.add(go);
        signal.addEventListener('abort', leave);
        if (first) dispatch(fact);
      }),
    hear: (action) => {
      if (isYes(action)) answer(true);
      else if (isNo(action)) answer(false);
    },
  };
}

export interface PendingPrompts {
  readonly session: PendingPrompt;
  readonly identity: PendingPrompt;
  readonly middleware: Middleware;
}

/** One pair of gates per store. Whoever gives the session up gives up the proof of identity too. */
export function createPendingPrompts(): PendingPrompts {
  const isOver: Match = (action) => sessionGivenUp.match(action) || sessionStillOver.match(action);
  const session = gate(sessionResumed.match, isOver);
  const isNo: Match = (action) => confirmIdentityCancelled.match(action) || isOver(action);
  // Nobody is asked for a proof that no call needs any longer.
  const identity = gate(identityConfirmed.match, isNo, confirmIdentityCancelled);
  return {
    session,
    identity,
    middleware: () => (next) => (action) => {
      const result = next(action);
      session.hear(action);
      identity.hear(action);
      return result;
    },
  };
}
