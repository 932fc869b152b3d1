/** One browser, one user: a change of user clears the cache, and all tabs follow. */
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

/** Changes made in this tab. While the re-login dialog is open, the page keeps its data. */
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

/** No notice in a tab that was anonymous, nor when an impersonation has ended. */
const needsNotice = (before: Session, userName: string): boolean =>
  before.kind === 'ended' || (before.kind === 'signedIn' && before.self?.impersonatedBy?.userName !== userName);

/** Reacts to a change of user made in another tab. */
function* followOtherTab(before: Session, now: LoginCheck): Saga {
  const formerUserId = before.kind === 'signedIn' || before.kind === 'ended' ? before.person.userId : undefined;
  const userId = now.kind === 'signedIn' ? now.userId : undefined;
  if (formerUserId === userId) return;
  if (now.kind === 'signedIn') {
    yield* put(sessionAbandoned());
    const { reload, reloadReason } = yield* ports();
    if (needsNotice(before, now.userName)) reloadReason.set('otherUser');
    reload();
  } else if (before.kind === 'signedIn') {
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
      const before = yield* select(selectSession);
      const check = yield* request(checkLogin(), { problemsShownBy: 'caller' });
      if (check.ok) yield* followOtherTab(before, check.value);
    }
  } finally {
    tabMessages.close();
  }
}
