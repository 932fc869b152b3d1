/** After a page was loaded anew because another user had logged in: says so, and who it is now. */
import { noticeRaised } from '../notices/notices.slice.ts';
import { ports, put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import type { ReadSelf } from './sessionExpiry.saga.ts';

export function* otherUserSaga(readSelf: ReadSelf): Saga {
  const { reloadReason } = yield* ports();
  if (reloadReason.take() !== 'otherUser') return;
  const self = yield* request(readSelf(), { problemsShownBy: 'caller' });
  // The band over the page says as whom an administrator acts.
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
