/** Endpoints of the user's own password, sessions and API keys. Passwords and new keys are passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { securityCalls } from '../contract/security.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const securityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<null, Sealed<ArgsOf<'ChangeDetails.ChangePassword'>>>({
      query: sealed(request(securityCalls, 'ChangeDetails.ChangePassword')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Self', 'Session', 'Mfa', 'Account'),
    }),
    fetchApiKeyAccess: build.query<Reply<'ApiKey.OpenAccess'>, ArgsOf<'ApiKey.OpenAccess'>>({
      query: request(securityCalls, 'ApiKey.OpenAccess'),
      providesTags: ['ApiKey', 'Self'],
    }),
    fetchApiKeys: build.query<Reply<'ApiKey.GetExisting'>, ArgsOf<'ApiKey.GetExisting'>>({
      query: request(securityCalls, 'ApiKey.GetExisting'),
      providesTags: ['ApiKey'],
    }),
    createApiKey: build.mutation<Sealed<Reply<'ApiKey.Create'>>, ArgsOf<'ApiKey.Create'>>({
      query: request(securityCalls, 'ApiKey.Create'),
      transformResponse: (reply: Reply<'ApiKey.Create'>) => seal(reply),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('ApiKey'),
    }),
    deleteApiKey: build.mutation<null, ArgsOf<'ApiKey.Delete'>>({
      query: request(securityCalls, 'ApiKey.Delete'),
      invalidatesTags: invalidates('ApiKey'),
    }),
    setApiKeyClaims: build.mutation<Reply<'ApiKey.CreateClaims'>, ArgsOf<'ApiKey.CreateClaims'>>({
      query: request(securityCalls, 'ApiKey.CreateClaims'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('ApiKey'),
    }),
    fetchSessions: build.query<Reply<'Users.Sessions'>, ArgsOf<'Users.Sessions'>>({
      query: request(securityCalls, 'Users.Sessions'),
      providesTags: ['Session'],
    }),
    endSession: build.mutation<null, ArgsOf<'Users.EndSession'>>({
      query: request(securityCalls, 'Users.EndSession'),
      invalidatesTags: invalidates('Session', 'Account'),
    }),
    endOtherSessions: build.mutation<null, ArgsOf<'Users.EndOtherSessions'>>({
      query: request(securityCalls, 'Users.EndOtherSessions'),
      invalidatesTags: invalidates('Session', 'Account'),
    }),
  }),
});

export const {
  useChangePasswordMutation,
  useFetchApiKeyAccessQuery,
  useFetchApiKeysQuery,
  useCreateApiKeyMutation,
  useDeleteApiKeyMutation,
  useSetApiKeyClaimsMutation,
  useFetchSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = securityApi;
