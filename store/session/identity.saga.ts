/** All tabs of a browser have the same user: a change of user in one tab clears the cache, and the other tabs follow. */
import { eventChannel } from 'redux-saga';
import { take as takeFrom } from 'redux-saga/effects';
import { baseApi } from '@api/client/baseApi.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { type LoginCheck, loginApi } from '@api/client/login.api.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { ports, put, type Saga, select, take } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { logOutRequested, selectSession, type Session } from './session.slice.ts';
import { checkLogin, leaveToLogin } from './sessionEnd.saga.ts';

/** Follows a login or logout in this tab. While the dialog to log in again is open, the page keeps its data. */
export function* identityChangeSaga(): Saga {
  for (;;) {
    const { payload } = yield* take(identityChanged.match);
    const { tabs, goToLogin, forgetDrafts } = yield* ports();
    const session = yield* select(selectSession);
    if (session.kind !== 'ended') yield* put(baseApi.util.resetApiState());
    tabs.notify();
    if (payload.by !== 'logOut') continue;
    forgetDrafts();
    goToLogin();
  }
}

export function* logOutSaga(): Saga {
  for (;;) {
    yield* take(logOutRequested.match);
    yield* request(loginApi.endpoints.logOut.initiate());
  }
}

/** A tab shows no notice if it was anonymous, or if an impersonation has ended. */
const needsNotice = (sessionBefore: Session, userName: string): boolean =>
  sessionBefore.kind === 'ended' ||
  (sessionBefore.kind === 'signedIn' && sessionBefore.self?.impersonatedBy?.userName !== userName);

/** Reacts to a change of user made in another tab. */
function* followOtherTab(sessionBefore: Session, check: LoginCheck): Saga {
  const formerUserId =
    sessionBefore.kind === 'signedIn' || sessionBefore.kind === 'ended' ? sessionBefore.person.userId : undefined;
  const userId = check.kind === 'signedIn' ? check.userId : undefined;
  if (formerUserId === userId) return;
  if (check.kind === 'signedIn') {
    yield* put(sessionAbandoned());
    const { reload, reloadReason } = yield* ports();
    if (needsNotice(sessionBefore, check.userName)) reloadReason.set('otherUser');
    reload();
  } else if (sessionBefore.kind === 'signedIn') {
    (yield* ports()).forgetDrafts();
    yield* leaveToLogin();
    yield* put(noticeRaised({ message: { phrase: 'common:session.loggedOut' } }));
  }
}

export function* otherTabsSaga(): Saga {
  const { tabs } = yield* ports();
  const tabMessages = eventChannel<true>((emit) =>
    tabs.subscribe(() => {
      emit(true);
    }),
  );
  try {
    for (;;) {
      yield takeFrom(tabMessages);
      const sessionBefore = yield* select(selectSession);
      const check = yield* request(checkLogin(), { problemsShownBy: 'caller' });
      if (check.ok) yield* followOtherTab(sessionBefore, check.value);
    }
  } finally {
    tabMessages.close();
  }
}
