/** How each of the actions on many is done to one of them. */
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { inviteApi } from '@api/client/invite.api.ts';
import type { Saga } from '../../saga/effects.ts';
import { type Call, request, type Result } from '../../saga/request.ts';
import type { BulkAction } from './bulkRules.ts';

const { resendInvite } = inviteApi.endpoints;

/** Gives the person as they are afterwards. */
type Deed = (user: UserSummary) => Saga<Result<UserSummary>>;

const { setUserEnabled, unlockUser, resetAuthentication } = usersApi.endpoints;
const quietly = { problemsShownBy: 'caller' } as const;

const onPerson =
  (call: (userName: string) => Call<UserSummary>): Deed =>
  ({ userName }) =>
    request(call(userName), quietly);

export const bulkOperations: Readonly<Record<BulkAction, Deed>> = {
  enable: onPerson((userName) => setUserEnabled.initiate({ userName, enabled: true })),
  disable: onPerson((userName) => setUserEnabled.initiate({ userName, enabled: false })),
  unlock: onPerson((userName) => unlockUser.initiate({ userName })),
  resetMfa: onPerson((userName) => resetAuthentication.initiate({ userName, type: 'Mfa' })),
  *resendInvite(user) {
    const sent = yield* request(resendInvite.initiate({ userId: user.userId }), quietly);
    if (!sent.ok) return sent;
    return { ok: true, value: { ...user, inviteState: 'Invited', inviteExpiresAt: sent.value.expiresAt } };
  },
};
