/** Everything that goes on about the session while a page is open; each part stands by itself. */
import type { Saga } from '../saga/effects.ts';
import { logOutSaga, otherTabsSaga, ownIdentitySaga } from './identity.saga.ts';
import { otherUserSaga } from './otherUser.saga.ts';
import { sessionEndSaga } from './sessionEnd.saga.ts';
import { type ReadSelf, sessionExpirySaga } from './sessionExpiry.saga.ts';

/** @param readSelf see `sessionExpirySaga` */
export const sessionSagas = (readSelf: ReadSelf): Record<string, () => Saga> => ({
  'login/sessionEnd': sessionEndSaga,
  'login/sessionExpiry': () => sessionExpirySaga(readSelf),
  'login/identity': ownIdentitySaga,
  'login/logOut': logOutSaga,
  'login/otherTabs': otherTabsSaga,
  'login/otherUser': () => otherUserSaga(readSelf),
});
