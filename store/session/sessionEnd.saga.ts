/** What follows when a call finds that the session is over: to the login page, or, over a page that holds work, a dialog to log in again. */
import { baseApi } from '@api/client/baseApi.ts';
import { identityChanged, sessionEnded, sessionGivenUp, sessionResumed, sessionStillOver } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { delay, fork, ports, put, race, type Saga, select, take } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { isLoggingOut } from './isLoggingOut.ts';
import { type Person, selectSession, type Session, sessionInterrupted } from './session.slice.ts';
import { selectHasUnsavedChanges, unsavedChangesGone } from './unsavedChanges.slice.ts';

/** Asks the server who is signed in now. */
export const checkLogin = () => loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true });

/** Emptying the cache aborts what still runs, so whoever waited for an answer gets it first. */
function* forget(): Saga {
  yield* delay(1);
  yield* put(baseApi.util.resetApiState());
}

/** Nothing of the former person stays. */
function* giveUp(): Saga {
  yield* put(sessionGivenUp());
  yield* fork(forget);
}

/** Away from this page. */
export function* leave(): Saga {
  const { goToLogin, currentPath } = yield* ports();
  const path = currentPath();
  yield* giveUp();
  goToLogin(path);
}

/** Every log-in in this browser is a reason to ask who it was. */
function* checkAfterLogIn(): Saga {
  for (;;) {
    const { payload } = yield* take(identityChanged.match);
    if (payload.by === 'logIn') yield* request(checkLogin());
  }
}

function* someoneIsBack(): Saga<string> {
  for (;;) {
    const { payload } = yield* take(loginApi.endpoints.checkLogin.matchFulfilled);
    if (payload.kind === 'signedIn') return payload.userId;
  }
}

function* workIsGone(): Saga<true> {
  while (yield* select(selectHasUnsavedChanges)) yield* take(unsavedChangesGone.match);
  return true;
}

/** Keeps the page until the same person is back, its work is given up, or somebody else has logged in. */
function* keepPage(person: Person): Saga {
  yield* put(sessionInterrupted());
  const { userId } = yield* race({
    checking: checkAfterLogIn(),
    userId: someoneIsBack(),
    gone: workIsGone(),
    givenUp: take(sessionGivenUp.match),
  });
  if (userId === person.userId) yield* put(sessionResumed());
  else if (userId === undefined) yield* leave();
  else {
    // Their calls must not be made in another's name.
    yield* put(sessionGivenUp());
    const { reload, reloadReason } = yield* ports();
    reloadReason.leave('otherUser');
    reload();
  }
}

/** Nobody was signed in yet, or is any longer. A page that asks for a session goes by itself where its check of the session says. */
const isNoNews: ReadonlySet<Session['kind']> = new Set(['unknown', 'pending', 'left']);

export function* sessionEndSaga(): Saga {
  for (;;) {
    yield* take(sessionEnded.match);
    yield* isLoggingOut();
    const session = yield* select(selectSession);
    if (isNoNews.has(session.kind)) yield* put(sessionStillOver());
    else if (session.kind === 'anonymous') yield* giveUp();
    // Whoever acts as somebody else is led back by the band.
    else if (session.kind === 'signedIn' && session.self?.impersonatedBy) continue;
    else if (session.kind === 'signedIn' && (yield* select(selectHasUnsavedChanges))) yield* keepPage(session.person);
    else yield* leave();
  }
}
