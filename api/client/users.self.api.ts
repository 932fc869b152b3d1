/** Endpoints of the signed-in user; a separate file, as every signed-in page needs them. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.calls.ts';
import { baseApi } from './baseApi.ts';
import { selfRead } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const selfApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchSelf: build.query<Reply<'Users.Self'>, ArgsOf<'Users.Self'>>({
      query: request(usersCalls, 'Users.Self'),
      providesTags: ['Self'],
      async onQueryStarted(_nothing, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined);
        if (!result) return;
        const self = result.data;
        // Difference of two server times, as this browser's clock may be a day off.
        const leftMs = Date.parse(self.sessionExpiresAt) - (result.meta?.serverTimeMs ?? Date.now());
        dispatch(selfRead({ self, endsAt: Date.now() + leftMs }));
      },
    }),
    checkOwnApproval: build.query<Reply<'Users.OwnApproval'>, ArgsOf<'Users.OwnApproval'>>({
      query: request(usersCalls, 'Users.OwnApproval'),
      providesTags: ['Self', 'Organisation'],
    }),
    /** Takes the token of the link mailed to the new address; does not log in. */
    confirmEmail: build.mutation<Reply<'Users.ConfirmEmail'>, Sealed<ArgsOf<'Users.ConfirmEmail'>>>({
      query: sealed(request(usersCalls, 'Users.ConfirmEmail')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Self', 'Account'),
    }),
    /** Takes the token of the link mailed to the present address. */
    cancelEmail: build.mutation<Reply<'Users.CancelEmail'>, Sealed<ArgsOf<'Users.CancelEmail'>>>({
      query: sealed(request(usersCalls, 'Users.CancelEmail')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Self', 'Account'),
    }),
  }),
});

export const { useFetchSelfQuery, useCheckOwnApprovalQuery, useConfirmEmailMutation, useCancelEmailMutation } = selfApi;
