/** Endpoints of the signed-in person. Apart from the rest of the noun, as every signed-in page needs them. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.calls.ts';
import { baseApi } from './baseApi.ts';
import { selfRead } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { changes } from './tags.ts';

export const selfApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchSelf: build.query<Reply<'Users.Self'>, ArgsOf<'Users.Self'>>({
      query: request(usersCalls, 'Users.Self'),
      providesTags: ['Self'],
      async onQueryStarted(_nothing, { dispatch, queryFulfilled }) {
        const settled = await queryFulfilled.catch(() => undefined);
        if (!settled) return;
        const self = settled.data;
        // Only the difference of two times of the server counts, as this browser's clock may be a day off.
        const left = Date.parse(self.sessionExpiresAt) - (settled.meta?.at ?? Date.now());
        dispatch(selfRead({ self, endsAt: Date.now() + left }));
      },
    }),
    checkOwnApproval: build.query<Reply<'Users.OwnApproval'>, ArgsOf<'Users.OwnApproval'>>({
      query: request(usersCalls, 'Users.OwnApproval'),
      providesTags: ['Self', 'Organisation'],
    }),
    /** With the link mailed to the new address; signs nobody in. */
    confirmEmail: build.mutation<Reply<'Users.ConfirmEmail'>, Sealed<ArgsOf<'Users.ConfirmEmail'>>>({
      query: sealed(request(usersCalls, 'Users.ConfirmEmail')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: changes('Self', 'Account'),
    }),
  }),
});

export const { useFetchSelfQuery, useCheckOwnApprovalQuery, useConfirmEmailMutation } = selfApi;
