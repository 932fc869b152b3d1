/** Requests that wait for login, identity confirmation or a reason. Answers are actions, so they appear in the action log. */
import { type Action, type Dispatch, type Middleware, nanoid } from '@reduxjs/toolkit';
import {
  confirmIdentityCancelled,
  identityConfirmed,
  reasonAnswered,
  reasonRequired,
  sessionAbandoned,
  sessionResumed,
  sessionStillOver,
} from './sessionEvents.ts';

type Match = (action: unknown) => boolean;

interface PendingPrompt {
  /** Number of answers so far; a request notes it when it is sent. */
  readonly answers: () => number;
  /**
   * Dispatches `event` unless another request waits already; resolves to true once the answer is yes. An answer given since
   * `answersWhenSent` counts too, for a request whose refusal arrives late. An aborted request resolves to false.
   */
  readonly wait: (dispatch: Dispatch, event: Action, signal: AbortSignal, answersWhenSent: number) => Promise<boolean>;
  readonly handle: (action: unknown) => void;
}

function createPrompt(isConfirm: Match, isCancel: Match, onAbandoned?: () => Action): PendingPrompt {
  const waiting = new Set<(answer: boolean) => void>();
  let answers = 0;
  let lastAnswer = false;
  const answer = (isConfirmed: boolean): void => {
    // Ignore a cancel when nothing is queued.
    if (!isConfirmed && waiting.size === 0) return;
    answers += 1;
    lastAnswer = isConfirmed;
    for (const settle of [...waiting]) settle(isConfirmed);
  };
  return {
    answers: () => answers,
    wait: (dispatch, event, signal, answersWhenSent) =>
      new Promise((resolve) => {
        if (signal.aborted || answersWhenSent < answers) {
          resolve(!signal.aborted && lastAnswer);
          return;
        }
        const isFirst = waiting.size === 0;
        const onAbort = (): void => {
          settle(false);
          if (waiting.size === 0 && onAbandoned) dispatch(onAbandoned());
        };
        const settle = (isConfirmed: boolean): void => {
          waiting.delete(settle);
          signal.removeEventListener('abort', onAbort);
          resolve(isConfirmed);
        };
        waiting.add(settle);
        signal.addEventListener('abort', onAbort);
        if (isFirst) dispatch(event);
      }),
    handle: (action) => {
      if (isConfirm(action)) answer(true);
      else if (isCancel(action)) answer(false);
    },
  };
}

interface ReasonPrompt {
  /** Each request is asked for on its own. @returns undefined if declined or aborted */
  readonly ask: (dispatch: Dispatch, message: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The answer that was given for the call with this idempotency key: a further attempt is the same request. */
  readonly givenFor: Map<string | undefined, string>;
  readonly handle: (action: unknown) => void;
}

function createReasonPrompt(): ReasonPrompt {
  const waiting = new Map<string, (reason: string | undefined) => void>();
  return {
    givenFor: new Map(),
    ask: (dispatch, message, signal) =>
      new Promise((resolve) => {
        const id = nanoid();
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => dispatch(reasonAnswered({ id })));
        dispatch(reasonRequired({ id, message }));
      }),
    handle(action) {
      if (!reasonAnswered.match(action)) return;
      const { id, reason } = action.payload;
      waiting.get(id)?.(reason);
      waiting.delete(id);
    },
  };
}

export interface PendingPrompts {
  readonly session: PendingPrompt;
  readonly identity: PendingPrompt;
  readonly reason: ReasonPrompt;
  readonly middleware: Middleware;
}

/** One set per store. Ending the session also cancels the identity confirmation. */
export function createPendingPrompts(): PendingPrompts {
  const isSessionOver: Match = (action) => sessionAbandoned.match(action) || sessionStillOver.match(action);
  const session = createPrompt(sessionResumed.match, isSessionOver);
  const isCancel: Match = (action) => confirmIdentityCancelled.match(action) || isSessionOver(action);
  // Closes the dialog when the last waiting request was aborted.
  const identity = createPrompt(identityConfirmed.match, isCancel, confirmIdentityCancelled);
  const reason = createReasonPrompt();
  return {
    session,
    identity,
    reason,
    middleware: () => (next) => (action) => {
      const result = next(action);
      session.handle(action);
      identity.handle(action);
      reason.handle(action);
      return result;
    },
  };
}
