/** Endpoints of organisations' own identity providers, which are `Connections` on the wire, and of logins with them. */
import { connectionsCalls } from '../contract/identityProviders.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { type Reply, request } from './request.ts';

export const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, connectionsCalls);
    return {
      fetchConnections: read('Connections.List', ['Connection']),
      createConnection: write('Connections.Create', ['Connection'], shownByCaller),
      updateConnection: write('Connections.Update', ['Connection'], shownByCaller),
      enableConnection: write('Connections.Enable', ['Connection', 'Session']),
      deleteConnection: write('Connections.Delete', ['Connection']),
      testConnection: write('Connections.Test', ['Connection']),
      refreshMetadata: write('Connections.RefreshMetadata', ['Connection']),
      replaceMetadata: write('Connections.ReplaceMetadata', ['Connection'], shownByCaller),
      fetchConnectionAttempts: read('Connections.Attempts', ['Connection']),
      removeLink: write('Connections.RemoveLink', ['Connection', 'Session']),
      fetchRequirement: read('Connections.Requirement', ['Connection', 'Domain', 'Account']),
      requireProvider: write('Connections.SetRequired', ['Connection']),
      setBreakGlass: write('Connections.SetBreakGlass', ['Connection']),
      /** A mutation, so that no typed address is kept as the key of a cached answer. */
      discoverLogin: build.mutation<Reply<'Login.Discover'>, ArgsOf<'Login.Discover'>>({
        query: request(connectionsCalls, 'Login.Discover'),
        extraOptions: { problemsShownBy: 'caller' },
      }),
      fetchIdentities: read('Security.Identities', ['Connection']),
      linkIdentity: write('Security.Link', []),
      unlinkIdentity: write('Security.Unlink', ['Connection', 'Session']),
    };
  },
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
