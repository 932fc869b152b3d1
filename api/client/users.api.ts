/** Endpoints of user administration. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.calls.ts';
import { baseApi } from './baseApi.ts';
import { download, type DownloadOptions } from './download.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchUsers: build.query<Reply<'Users.All'>, ArgsOf<'Users.All'>>({
      query: request(usersCalls, 'Users.All'),
      providesTags: ['Account'],
    }),
    fetchUsersPage: build.query<Reply<'Users.Page'>, ArgsOf<'Users.Page'>>({
      query: request(usersCalls, 'Users.Page'),
      providesTags: ['Account'],
      // The grid holds the pages that it shows; a cached copy of every page would only fill the heap.
      keepUnusedDataFor: 0,
    }),
    fetchUserCounts: build.query<Reply<'Users.Counts'>, ArgsOf<'Users.Counts'>>({
      query: request(usersCalls, 'Users.Counts'),
      providesTags: ['Account'],
    }),
    searchUsers: build.query<Reply<'Users.Search'>, ArgsOf<'Users.Search'>>({
      query: request(usersCalls, 'Users.Search'),
      // The search field shows the problem itself.
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Account'],
    }),
    fetchUser: build.query<Reply<'Users.User'>, ArgsOf<'Users.User'>>({
      query: request(usersCalls, 'Users.User'),
      // Panels and pages of a user show a missing user themselves.
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Account'],
    }),
    patchUser: build.mutation<Reply<'Users.Patch'>, ArgsOf<'Users.Patch'>>({
      query: request(usersCalls, 'Users.Patch'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account', 'Self', 'Organisation'),
    }),
    createUser: build.mutation<Reply<'Users.Create'>, Sealed<ArgsOf<'Users.Create'>>>({
      query: sealed(request(usersCalls, 'Users.Create')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account', 'Organisation', 'Role'),
    }),
    setUserEnabled: build.mutation<Reply<'Users.Enable'>, Keyed<ArgsOf<'Users.Enable'>>>({
      query: keyed(request(usersCalls, 'Users.Enable')),
      invalidatesTags: invalidates('Account'),
    }),
    unlockUser: build.mutation<Reply<'Users.Unlock'>, Keyed<ArgsOf<'Users.Unlock'>>>({
      query: keyed(request(usersCalls, 'Users.Unlock')),
      invalidatesTags: invalidates('Account'),
    }),
    endUserSessions: build.mutation<Reply<'Users.EndSessions'>, ArgsOf<'Users.EndSessions'>>({
      query: request(usersCalls, 'Users.EndSessions'),
      invalidatesTags: invalidates('Account'),
    }),
    fetchUserApiKeys: build.query<Reply<'Users.ApiKeys'>, ArgsOf<'Users.ApiKeys'>>({
      query: request(usersCalls, 'Users.ApiKeys'),
      providesTags: ['Account', 'ApiKey'],
    }),
    revokeApiKey: build.mutation<null, ArgsOf<'Users.RevokeApiKey'>>({
      query: request(usersCalls, 'Users.RevokeApiKey'),
      invalidatesTags: invalidates('ApiKey'),
    }),
    eraseUser: build.mutation<Reply<'Users.Erase'>, ArgsOf<'Users.Erase'>>({
      query: request(usersCalls, 'Users.Erase'),
      invalidatesTags: invalidates('Account', 'Organisation', 'Role', 'Sync', 'Ticket', 'Self'),
    }),
    resetAuthentication: build.mutation<Reply<'Users.ResetAuthentication'>, Keyed<ArgsOf<'Users.ResetAuthentication'>>>({
      query: keyed(request(usersCalls, 'Users.ResetAuthentication')),
      invalidatesTags: invalidates('Account'),
    }),
    /** A GET that changes an account's owner. */
    takeOwnership: build.mutation<Reply<'Users.TakeOwnership'>, Keyed<ArgsOf<'Users.TakeOwnership'>>>({
      query: keyed(request(usersCalls, 'Users.TakeOwnership')),
      invalidatesTags: invalidates('Account'),
    }),
    fetchDiagnosis: build.query<Reply<'Users.Diagnosis'>, ArgsOf<'Users.Diagnosis'>>({
      query: request(usersCalls, 'Users.Diagnosis'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Account', 'Organisation'],
    }),
    checkApproved: build.query<Reply<'Users.CheckApproved'>, ArgsOf<'Users.CheckApproved'>>({
      query: request(usersCalls, 'Users.CheckApproved'),
      providesTags: ['Account', 'Organisation'],
    }),
    checkOrganisationApproved: build.query<Reply<'Users.CheckOrganisationApproved'>, ArgsOf<'Users.CheckOrganisationApproved'>>({
      query: request(usersCalls, 'Users.CheckOrganisationApproved'),
      providesTags: ['Organisation'],
    }),
    fetchActiveUserIds: build.query<Reply<'Users.ActiveUserIds'>, ArgsOf<'Users.ActiveUserIds'>>({
      query: request(usersCalls, 'Users.ActiveUserIds'),
      providesTags: ['Account'],
    }),
    fetchClearLifeUserIds: build.query<Reply<'Users.ClearLifeUserIds'>, ArgsOf<'Users.ClearLifeUserIds'>>({
      query: request(usersCalls, 'Users.ClearLifeUserIds'),
      providesTags: ['Account'],
    }),
    fetchLastSync: build.query<Reply<'Users.LastSync'>, ArgsOf<'Users.LastSync'>>({
      query: request(usersCalls, 'Users.LastSync'),
      providesTags: ['Sync'],
    }),
    syncUsers: build.mutation<Reply<'Users.Sync'>, ArgsOf<'Users.Sync'>>({
      query: request(usersCalls, 'Users.Sync'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Account', 'Organisation', 'Role', 'Sync', 'Self'),
    }),
  }),
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
  useFetchUserApiKeysQuery,
  useFetchDiagnosisQuery,
  useCheckApprovedQuery,
  useCheckOrganisationApprovedQuery,
  useFetchActiveUserIdsQuery,
  useFetchClearLifeUserIdsQuery,
  useFetchLastSyncQuery,
  useSyncUsersMutation,
} = usersApi;
