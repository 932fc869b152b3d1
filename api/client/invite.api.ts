/** Endpoints of invitations. Link tokens and the new password are passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { inviteCalls } from '../contract/invite.calls.ts';
import { baseApi } from './baseApi.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const inviteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    createInvite: build.mutation<Reply<'Invite.CreateUser'>, ArgsOf<'Invite.CreateUser'>>({
      query: request(inviteCalls, 'Invite.CreateUser'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account', 'Organisation', 'Role'),
    }),
    sendInvites: build.mutation<Reply<'Invite.SendEmail'>, ArgsOf<'Invite.SendEmail'>>({
      query: request(inviteCalls, 'Invite.SendEmail'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account'),
    }),
    resendInvite: build.mutation<Reply<'Invite.Resend'>, Keyed<ArgsOf<'Invite.Resend'>>>({
      query: keyed(request(inviteCalls, 'Invite.Resend')),
      invalidatesTags: invalidates('Account'),
    }),
    deleteInvite: build.mutation<null, ArgsOf<'Invite.Delete'>>({
      query: request(inviteCalls, 'Invite.Delete'),
      invalidatesTags: invalidates('Account', 'Organisation', 'Role'),
    }),
    /** Reads, but as a mutation: its argument holds the link's token, which must not appear in a cache key. */
    viewInvite: build.mutation<Reply<'Invite.View'>, Sealed<ArgsOf<'Invite.View'>>>({
      query: sealed(request(inviteCalls, 'Invite.View')),
      extraOptions: { problemsShownBy: 'caller' },
    }),
    receiveInvite: build.mutation<Reply<'Invite.Receive'>, Sealed<ArgsOf<'Invite.Receive'>>>({
      query: sealed(request(inviteCalls, 'Invite.Receive')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates(),
    }),
    acceptInvite: build.mutation<Reply<'Invite.Accept'>, Sealed<ArgsOf<'Invite.Accept'>>>({
      query: sealed(request(inviteCalls, 'Invite.Accept')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account'),
    }),
  }),
});

export const {
  useCreateInviteMutation,
  useSendInvitesMutation,
  useResendInviteMutation,
  useDeleteInviteMutation,
  useViewInviteMutation,
  useReceiveInviteMutation,
  useAcceptInviteMutation,
} = inviteApi;
