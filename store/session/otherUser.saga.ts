/** After a reload caused by another user's login: says so, and names the user. */
import { displayName } from '@api/contract/displayName.ts';
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
  yield* put(
    noticeRaised({
      message: { phrase: 'common:session.otherUser', values: { user: displayName(self.value) } },
      severity: 'warning',
      icon: 'user',
      timeout: false,
    }),
  );
}
