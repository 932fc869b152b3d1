/** One browser, one identity: nothing cached survives its change, and all tabs follow each other. */
import { eventChannel } from 'redux-saga';
import { take as takeFrom } from 'redux-saga/effects';
import { baseApi } from '@api/client/baseApi.ts';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import { type LoginCheck, loginApi } from '@api/client/login.api.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { ports, put, type Saga, select, take } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { logOutRequested, selectSession, type Session } from './session.slice.ts';
import { checkLogin, leave } from './sessionEnd.saga.ts';

/** Changes made in this tab. A page that waits for the same person to return keeps what it shows. */
export function* ownIdentitySaga(): Saga {
  for (;;) {
    const { payload } = yield* take(identityChanged.match);
    const { tabs, goToLogin } = yield* ports();
    const session = yield* select(selectSession);
    if (session.kind !== 'ended') yield* put(baseApi.util.resetApiState());
    tabs.tell();
    if (payload.by === 'logOut') goToLogin();
  }
}

export function* logOutSaga(): Saga {
  for (;;) {
    yield* take(logOutRequested.match);
    yield* request(loginApi.endpoints.logOut.initiate());
  }
}

/** Not to a tab where nobody was signed in; nor where the administrator is back, who has acted as somebody else. */
const isNews = (before: Session, userName: string): boolean =>
  before.kind === 'ended' || (before.kind === 'signedIn' && before.self?.impersonatedBy?.userName !== userName);

/** What this tab does when another one has changed who is signed in. */
function* follow(before: Session, now: LoginCheck): Saga {
  const was = before.kind === 'signedIn' || before.kind === 'ended' ? before.person.userId : undefined;
  const is = now.kind === 'signedIn' ? now.userId : undefined;
  if (was === is) return;
  if (now.kind === 'signedIn') {
    yield* put(sessionGivenUp());
    const { reload, reloadReason } = yield* ports();
    if (isNews(before, now.userName)) reloadReason.leave('otherUser');
    reload();
  } else if (before.kind === 'signedIn') {
    yield* leave();
    yield* put(noticeRaised({ message: { phrase: 'common:session.loggedOut' } }));
  }
}

export function* otherTabsSaga(): Saga {
  const { tabs } = yield* ports();
  const told = eventChannel<true>((emit) =>
    tabs.hear(() => {
      emit(true);
    }),
  );
  try {
    for (;;) {
      yield takeFrom(told);
      const before = yield* select(selectSession);
      const check = yield* request(checkLogin(), { problemsShownBy: 'caller' });
      if (check.ok) yield* follow(before, check.value);
    }
  } finally {
    told.close();
  }
}
