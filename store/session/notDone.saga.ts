/** Says that a change was not made because the session was over: it happens before the login, and would else be lost silently. */
import { baseApi } from '@api/client/baseApi.ts';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { statusOf } from '@api/client/problemMeaning.ts';
import { callFailed } from '@api/client/sessionEvents.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { put, race, type Saga, take } from '../saga/effects.ts';

const UNAUTHORIZED = 401;

const isUnauthorized = (problem: unknown): boolean => isClientProblem(problem) && statusOf(problem) === UNAUTHORIZED;

interface Refused {
  readonly type: string;
  readonly payload?: unknown;
}

const isChangeRefused = (action: Refused): action is Refused =>
  callFailed.match(action)
    ? isUnauthorized(action.payload.problem)
    : action.type === `${baseApi.reducerPath}/executeMutation/rejected` && isUnauthorized(action.payload);

export const notDone = () => noticeRaised({ severity: 'warning', message: { phrase: 'common:session.notDone' }, timeout: false });

/** Waits for the changes that are refused with the session, until the cache is reset. The notice names no user: another one may log in. */
export function* sayNotDone(): Saga {
  const { refused } = yield* race({ refused: take(isChangeRefused), reset: take(baseApi.util.resetApiState.match) });
  if (refused) yield* put(notDone());
}
