/** Endpoints that prove the user's identity: by a mailed link, or again within a session. */
import type { ArgsOf } from '../contract/index.ts';
import { recoveryCalls } from '../contract/recovery.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { identityConfirmed } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const recoveryApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { write } = endpointsOf(build, recoveryCalls);
    return {
      sendResetLink: write('Login.ForgotPassword', [], shownByCaller),
      sendUserNames: write('Login.ForgotUsername', [], shownByCaller),
      /** Takes a recovery link, or a password or code in a session; requests that wait for the latter continue. */
      confirmIdentity: build.mutation<Reply<'Login.ConfirmIdentity'>, Sealed<ArgsOf<'Login.ConfirmIdentity'>>>({
        query: sealed(request(recoveryCalls, 'Login.ConfirmIdentity')),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidates('Self'),
        async onQueryStarted(_ticket, { dispatch, queryFulfilled }) {
          const settled = await queryFulfilled.catch(() => undefined);
          if (settled) dispatch(identityConfirmed());
        },
      }),
    };
  },
});

export const { useSendResetLinkMutation, useSendUserNamesMutation, useConfirmIdentityMutation } = recoveryApi;
