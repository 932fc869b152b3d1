/** Endpoints of the log-in with an organisation's own identity provider. */
import { connectionsCalls } from '../contract/identityProviders.calls.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchConnections: build.query<Reply<'Connections.List'>, ArgsOf<'Connections.List'>>({
      query: request(connectionsCalls, 'Connections.List'),
      providesTags: ['Connection'],
    }),
    createConnection: build.mutation<Reply<'Connections.Create'>, ArgsOf<'Connections.Create'>>({
      query: request(connectionsCalls, 'Connections.Create'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Connection'),
    }),
    updateConnection: build.mutation<Reply<'Connections.Update'>, ArgsOf<'Connections.Update'>>({
      query: request(connectionsCalls, 'Connections.Update'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Connection'),
    }),
    enableConnection: build.mutation<Reply<'Connections.Enable'>, ArgsOf<'Connections.Enable'>>({
      query: request(connectionsCalls, 'Connections.Enable'),
      invalidatesTags: invalidates('Connection', 'Session'),
    }),
    deleteConnection: build.mutation<Reply<'Connections.Delete'>, ArgsOf<'Connections.Delete'>>({
      query: request(connectionsCalls, 'Connections.Delete'),
      invalidatesTags: invalidates('Connection'),
    }),
    testConnection: build.mutation<Reply<'Connections.Test'>, ArgsOf<'Connections.Test'>>({
      query: request(connectionsCalls, 'Connections.Test'),
      invalidatesTags: invalidates('Connection'),
    }),
    refreshMetadata: build.mutation<Reply<'Connections.RefreshMetadata'>, ArgsOf<'Connections.RefreshMetadata'>>({
      query: request(connectionsCalls, 'Connections.RefreshMetadata'),
      invalidatesTags: invalidates('Connection'),
    }),
    replaceMetadata: build.mutation<Reply<'Connections.ReplaceMetadata'>, ArgsOf<'Connections.ReplaceMetadata'>>({
      query: request(connectionsCalls, 'Connections.ReplaceMetadata'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Connection'),
    }),
    fetchConnectionAttempts: build.query<Reply<'Connections.Attempts'>, ArgsOf<'Connections.Attempts'>>({
      query: request(connectionsCalls, 'Connections.Attempts'),
      providesTags: ['Connection'],
    }),
    removeLink: build.mutation<Reply<'Connections.RemoveLink'>, ArgsOf<'Connections.RemoveLink'>>({
      query: request(connectionsCalls, 'Connections.RemoveLink'),
      invalidatesTags: invalidates('Connection', 'Session'),
    }),
    fetchRequirement: build.query<Reply<'Connections.Requirement'>, ArgsOf<'Connections.Requirement'>>({
      query: request(connectionsCalls, 'Connections.Requirement'),
      providesTags: ['Connection', 'Domain', 'Account'],
    }),
    requireProvider: build.mutation<Reply<'Connections.SetRequired'>, ArgsOf<'Connections.SetRequired'>>({
      query: request(connectionsCalls, 'Connections.SetRequired'),
      invalidatesTags: invalidates('Connection'),
    }),
    setBreakGlass: build.mutation<Reply<'Connections.SetBreakGlass'>, ArgsOf<'Connections.SetBreakGlass'>>({
      query: request(connectionsCalls, 'Connections.SetBreakGlass'),
      invalidatesTags: invalidates('Connection'),
    }),
    discoverLogin: build.mutation<Reply<'Login.Discover'>, ArgsOf<'Login.Discover'>>({
      query: request(connectionsCalls, 'Login.Discover'),
      extraOptions: { problemsShownBy: 'caller' },
    }),
    fetchIdentities: build.query<Reply<'Security.Identities'>, ArgsOf<'Security.Identities'>>({
      query: request(connectionsCalls, 'Security.Identities'),
      providesTags: ['Connection'],
    }),
    linkIdentity: build.mutation<Reply<'Security.Link'>, ArgsOf<'Security.Link'>>({
      query: request(connectionsCalls, 'Security.Link'),
      invalidatesTags: invalidates(),
    }),
    unlinkIdentity: build.mutation<Reply<'Security.Unlink'>, ArgsOf<'Security.Unlink'>>({
      query: request(connectionsCalls, 'Security.Unlink'),
      invalidatesTags: invalidates('Connection', 'Session'),
    }),
  }),
});

export const {
  useFetchConnectionsQuery,
  useCreateConnectionMutation,
  useUpdateConnectionMutation,
  useTestConnectionMutation,
  useRefreshMetadataMutation,
  useReplaceMetadataMutation,
  useFetchConnectionAttemptsQuery,
  useFetchRequirementQuery,
  useSetBreakGlassMutation,
  useDiscoverLoginMutation,
  useFetchIdentitiesQuery,
  useLinkIdentityMutation,
  useUnlinkIdentityMutation,
} = connectionsApi;
