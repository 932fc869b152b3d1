/** After a reload caused by another user's login: says so, and names the user. */
import { noticeRaised } from '../notices/notices.slice.ts';
import { ports, put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import type { ReadSelf } from './sessionExpiry.saga.ts';

export function* otherUserSaga(readSelf: ReadSelf): Saga {
  const { reloadReason } = yield* ports();
  if (reloadReason.consume() !== 'otherUser') return;
  const self = yield* request(readSelf(), { problemsShownBy: 'caller' });
  // The impersonation banner already names both users.
  if (!self.ok || self.value.impersonatedBy) return;
  const { firstName, lastName, userName } = self.value;
  const user = `${firstName} ${lastName}`.trim() || userName;
  yield* put(
    noticeRaised({
      message: { phrase: 'common:session.otherUser', values: { user } },
      severity: 'warning',
      icon: 'user',
      timeout: false,
    }),
  );
}
