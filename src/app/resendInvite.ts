/** Sending an invitation once more, for the room of people, as invitations are another noun's. */
import { inviteApi } from '@api/client/invite.api.ts';

export const resendInvite = (userId: string) => inviteApi.endpoints.resendInvite.initiate({ userId });
