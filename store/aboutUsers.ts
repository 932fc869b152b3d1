/** What the rooms of roles, MFA and invitations can do for or to a person; where the room of people meets them. */
import { inviteApi } from '@api/client/invite.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { rolesApi } from '@api/client/roles.api.ts';

export const { createInvite, sendInvites, resendInvite, deleteInvite } = inviteApi.endpoints;
export const { requireMfa, issueRecoveryCode } = mfaApi.endpoints;
export const { fetchRolesOfUser, setRolesOfUser } = rolesApi.endpoints;
