/** Endpoints of the signed-in user; a separate file, as every signed-in page needs them. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { selfRead } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';

export const selfApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, writeSealed } = endpointsOf(build, usersCalls);
    return {
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
      checkOwnApproval: read('Users.OwnApproval', ['Self', 'Organisation']),
      /** Takes the token of the link mailed to the new address; does not log in. */
      confirmEmail: writeSealed('Users.ConfirmEmail', ['Self', 'Account'], shownByCaller),
      /** Takes the token of the link mailed to the present address. */
      cancelEmail: writeSealed('Users.CancelEmail', ['Self', 'Account'], shownByCaller),
    };
  },
});

export const { useFetchSelfQuery, useCheckOwnApprovalQuery, useConfirmEmailMutation, useCancelEmailMutation } = selfApi;
