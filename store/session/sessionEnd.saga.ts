/** Handles a 401: redirects to the login page, or opens the re-login dialog over a page with unsaved changes. */
import { baseApi } from '@api/client/baseApi.ts';
import { identityChanged, sessionEnded, sessionAbandoned, sessionResumed, sessionStillOver } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { delay, fork, ports, put, race, type Saga, select, take } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { isLoggingOut } from './isLoggingOut.ts';
import { sayNotDone } from './notDone.saga.ts';
import { type SessionUser, selectSession, type Session, sessionInterrupted } from './session.slice.ts';
import { selectHasUnsavedChanges, unsavedChangesGone } from './unsavedChanges.slice.ts';

/** Asks the server who is signed in. */
export const checkLogin = () => loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true });

/** Resetting the cache aborts pending requests; the delay lets waiting callers get their result first. */
function* resetCache(): Saga {
  yield* delay(1);
  yield* put(baseApi.util.resetApiState());
}

function* giveUpSession(): Saga {
  yield* put(sessionAbandoned());
  yield* fork(resetCache);
}

/** @param refusedBy path of the API that answered that the user is not logged in */
export function* leaveToLogin(refusedBy?: string): Saga {
  const { goToLogin, currentPath } = yield* ports();
  const path = currentPath();
  yield* fork(sayNotDone);
  yield* giveUpSession();
  goToLogin(path, refusedBy);
}

/** Checks after each login in this browser which user it was. */
function* checkAfterLogIn(): Saga {
  for (;;) {
    const { payload } = yield* take(identityChanged.match);
    if (payload.by === 'logIn') yield* request(checkLogin());
  }
}

function* waitForLogIn(): Saga<string> {
  for (;;) {
    const { payload } = yield* take(loginApi.endpoints.checkLogin.matchFulfilled);
    if (payload.kind === 'signedIn') return payload.userId;
  }
}

function* waitForNoUnsavedChanges(): Saga<true> {
  while (yield* select(selectHasUnsavedChanges)) yield* take(unsavedChangesGone.match);
  return true;
}

/** Keeps the page until the same user is back, the unsaved changes are gone, or another user has logged in. */
function* holdPage(person: SessionUser): Saga {
  yield* put(sessionInterrupted());
  const { userId } = yield* race({
    checking: checkAfterLogIn(),
    userId: waitForLogIn(),
    gone: waitForNoUnsavedChanges(),
    givenUp: take(sessionAbandoned.match),
  });
  if (userId === person.userId) yield* put(sessionResumed());
  else if (userId === undefined) yield* leaveToLogin();
  else {
    // Waiting requests must not be sent as another user.
    yield* put(sessionAbandoned());
    const { reload, reloadReason } = yield* ports();
    reloadReason.set('otherUser');
    reload();
  }
}

/** States in which a 401 ends no session. Pages that need a session redirect in their own access check. */
const kindsWithoutSession: ReadonlySet<Session['kind']> = new Set(['unknown', 'pending', 'left']);

export function* sessionEndSaga(): Saga {
  for (;;) {
    const { payload: refused } = yield* take(sessionEnded.match);
    yield* isLoggingOut();
    const session = yield* select(selectSession);
    if (kindsWithoutSession.has(session.kind)) yield* put(sessionStillOver());
    else if (session.kind === 'anonymous') yield* giveUpSession();
    // The end of an impersonation is handled by `impersonation.module.ts`.
    else if (session.kind === 'signedIn' && session.self?.impersonatedBy) continue;
    else if (session.kind === 'signedIn' && (yield* select(selectHasUnsavedChanges))) yield* holdPage(session.person);
    else yield* leaveToLogin(refused.path);
  }
}
