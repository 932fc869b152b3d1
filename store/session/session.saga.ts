/** Sagas of the session; each restarts on its own. */
import type { Saga } from '../saga/effects.ts';
import { logOutSaga, otherTabsSaga, identityChangeSaga } from './identity.saga.ts';
import { otherUserSaga } from './otherUser.saga.ts';
import { sessionEndSaga } from './sessionEnd.saga.ts';
import { type ReadSelf, sessionExpirySaga } from './sessionExpiry.saga.ts';

/** @param readSelf see `sessionExpirySaga` */
export const sessionSagas = (readSelf: ReadSelf): Record<string, () => Saga> => ({
  'login/sessionEnd': sessionEndSaga,
  'login/sessionExpiry': () => sessionExpirySaga(readSelf),
  'login/identity': identityChangeSaga,
  'login/logOut': logOutSaga,
  'login/otherTabs': otherTabsSaga,
  'login/otherUser': () => otherUserSaga(readSelf),
});
