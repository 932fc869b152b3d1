/** Endpoints of user administration. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { download, type DownloadOptions } from './download.ts';
import { type Reply, request } from './request.ts';

export const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write, writeSealed } = endpointsOf(build, usersCalls);
    return {
      fetchUsers: read('Users.All', ['Account']),
      fetchUsersPage: build.query<Reply<'Users.Page'>, ArgsOf<'Users.Page'>>({
        query: request(usersCalls, 'Users.Page'),
        providesTags: ['Account'],
        // The grid holds the pages that it shows; a cached copy of every page would only fill the heap.
        keepUnusedDataFor: 0,
      }),
      fetchUserCounts: read('Users.Counts', ['Account']),
      // The search field shows the problem itself.
      searchUsers: read('Users.Search', ['Account'], shownByCaller),
      // Panels and pages of a user show a missing user themselves.
      fetchUser: read('Users.User', ['Account'], shownByCaller),
      patchUser: write('Users.Patch', ['Account', 'Self', 'Organisation'], shownByCaller),
      createUser: writeSealed('Users.Create', ['Account', 'Organisation', 'Role'], shownByCaller),
      setUserEnabled: write('Users.Enable', ['Account']),
      unlockUser: write('Users.Unlock', ['Account']),
      fetchUserSessions: read('Users.UserSessions', ['Account'], shownByCaller),
      endUserSession: write('Users.EndUserSession', ['Account']),
      fetchUserApiKeys: read('Users.ApiKeys', ['Account', 'ApiKey']),
      revokeApiKey: write('Users.RevokeApiKey', ['ApiKey']),
      resetAuthentication: write('Users.ResetAuthentication', ['Account']),
      /** A GET that changes an account's owner. */
      takeOwnership: write('Users.TakeOwnership', ['Account']),
      fetchDiagnosis: read('Users.Diagnosis', ['Account', 'Organisation'], shownByCaller),
      checkApproved: read('Users.CheckApproved', ['Account', 'Organisation']),
      checkOrganisationApproved: read('Users.CheckOrganisationApproved', ['Organisation']),
      fetchActiveUserIds: read('Users.ActiveUserIds', ['Account']),
      fetchClearLifeUserIds: read('Users.ClearLifeUserIds', ['Account']),
      fetchLastSync: read('Users.LastSync', ['Sync']),
      syncUsers: write('Users.Sync', ['Account', 'Organisation', 'Role', 'Sync', 'Self'], shownByCaller),
    };
  },
});

/** Saves the rows of the grid's view as a file. */
export const downloadUsersPage = (args: ArgsOf<'Users.Page'>, options: DownloadOptions) =>
  download(request(usersCalls, 'Users.Page')({ ...args, format: 'csv' }), options);

export const {
  useFetchUsersQuery,
  useFetchUsersPageQuery,
  useFetchUserCountsQuery,
  useSearchUsersQuery,
  useFetchUserQuery,
  useLazyFetchUserQuery,
  usePatchUserMutation,
  useCreateUserMutation,
  useSetUserEnabledMutation,
  useUnlockUserMutation,
  useResetAuthenticationMutation,
  useTakeOwnershipMutation,
  useFetchUserSessionsQuery,
  useFetchUserApiKeysQuery,
  useFetchDiagnosisQuery,
  useCheckApprovedQuery,
  useCheckOrganisationApprovedQuery,
  useFetchActiveUserIdsQuery,
  useFetchClearLifeUserIdsQuery,
  useFetchLastSyncQuery,
  useSyncUsersMutation,
} = usersApi;
