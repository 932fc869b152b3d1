/** Endpoints of invitations. Link tokens and the new password are passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { inviteCalls } from '../contract/invite.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';

export const inviteApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { write, writeSealed } = endpointsOf(build, inviteCalls);
    return {
      createInvite: write('Invite.CreateUser', ['Account', 'Organisation', 'Role'], shownByCaller),
      sendInvites: write('Invite.SendEmail', ['Account'], shownByCaller),
      /** Reads, but as a mutation: its argument holds the link's token, which must not appear in a cache key. */
      viewInvite: build.mutation<Reply<'Invite.View'>, Sealed<ArgsOf<'Invite.View'>>>({
        query: sealed(request(inviteCalls, 'Invite.View')),
        extraOptions: { problemsShownBy: 'caller' },
      }),
      receiveInvite: writeSealed('Invite.Receive', [], shownByCaller),
      acceptInvite: writeSealed('Invite.Accept', ['Account'], shownByCaller),
    };
  },
});

export const {
  useCreateInviteMutation,
  useSendInvitesMutation,
  useViewInviteMutation,
  useReceiveInviteMutation,
  useAcceptInviteMutation,
} = inviteApi;
