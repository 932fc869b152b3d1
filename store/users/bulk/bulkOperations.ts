/** The request behind each bulk action, for one user. */
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { inviteApi } from '@api/client/invite.api.ts';
import type { Saga } from '../../saga/effects.ts';
import { type Call, request, type Result } from '../../saga/request.ts';
import type { BulkAction } from './bulkRules.ts';

const { resendInvite } = inviteApi.endpoints;

/** Resolves to the user after the change. */
type Operation = (user: UserSummary) => Saga<Result<UserSummary>>;

const { setUserEnabled, unlockUser, resetAuthentication } = usersApi.endpoints;
const shownByCaller = { problemsShownBy: 'caller' } as const;

const forUser =
  (call: (userName: string) => Call<UserSummary>): Operation =>
  ({ userName }) =>
    request(call(userName), shownByCaller);

export const bulkOperations: Readonly<Record<BulkAction, Operation>> = {
  enable: forUser((userName) => setUserEnabled.initiate({ userName, enabled: true })),
  disable: forUser((userName) => setUserEnabled.initiate({ userName, enabled: false })),
  unlock: forUser((userName) => unlockUser.initiate({ userName })),
  resetMfa: forUser((userName) => resetAuthentication.initiate({ userName, type: 'Mfa' })),
  *resendInvite(user) {
    const sent = yield* request(resendInvite.initiate({ userId: user.userId }), shownByCaller);
    if (!sent.ok) return sent;
    return { ok: true, value: { ...user, inviteState: 'Invited', inviteExpiresAt: sent.value.expiresAt } };
  },
};
