/** Endpoints of an organisation's directory. */
import type { ArgsOf } from '../contract/index.ts';
import { provisioningCalls } from '../contract/directories.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

export const provisioningApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchProvisioning: build.query<Reply<'Provisioning.Status'>, ArgsOf<'Provisioning.Status'>>({
      query: request(provisioningCalls, 'Provisioning.Status'),
      providesTags: ['Provisioning', 'Account'],
    }),
    fetchProvisioningKeys: build.query<Reply<'Provisioning.Keys'>, ArgsOf<'Provisioning.Keys'>>({
      query: request(provisioningCalls, 'Provisioning.Keys'),
      providesTags: ['Provisioning'],
    }),
    /** The key is shown once, and never in the store. */
    createProvisioningKey: build.mutation<Sealed<Reply<'Provisioning.NewKey'>>, ArgsOf<'Provisioning.NewKey'>>({
      query: request(provisioningCalls, 'Provisioning.NewKey'),
      transformResponse: (reply: Reply<'Provisioning.NewKey'>) => seal(reply),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Provisioning'),
    }),
    revokeProvisioningKey: build.mutation<Reply<'Provisioning.RevokeKey'>, ArgsOf<'Provisioning.RevokeKey'>>({
      query: request(provisioningCalls, 'Provisioning.RevokeKey'),
      invalidatesTags: invalidates('Provisioning'),
    }),
    fetchProvisioningRequests: build.query<Reply<'Provisioning.Requests'>, ArgsOf<'Provisioning.Requests'>>({
      query: request(provisioningCalls, 'Provisioning.Requests'),
      providesTags: ['Provisioning'],
    }),
    fetchProvisioningGroups: build.query<Reply<'Provisioning.Groups'>, ArgsOf<'Provisioning.Groups'>>({
      query: request(provisioningCalls, 'Provisioning.Groups'),
      providesTags: ['Provisioning'],
    }),
    fetchMapPreview: build.query<Reply<'Provisioning.MapPreview'>, ArgsOf<'Provisioning.MapPreview'>>({
      query: request(provisioningCalls, 'Provisioning.MapPreview'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Provisioning', 'Account'],
    }),
    mapProvisioningGroup: build.mutation<Reply<'Provisioning.MapGroup'>, ArgsOf<'Provisioning.MapGroup'>>({
      query: request(provisioningCalls, 'Provisioning.MapGroup'),
      invalidatesTags: invalidates('Provisioning', 'Account', 'Role'),
    }),
    fetchAdoptPreview: build.query<Reply<'Provisioning.AdoptPreview'>, ArgsOf<'Provisioning.AdoptPreview'>>({
      query: request(provisioningCalls, 'Provisioning.AdoptPreview'),
      providesTags: ['Provisioning', 'Account'],
    }),
    adoptUsers: build.mutation<Reply<'Provisioning.Adopt'>, ArgsOf<'Provisioning.Adopt'>>({
      query: request(provisioningCalls, 'Provisioning.Adopt'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Provisioning', 'Account'),
    }),
    releaseUsers: build.mutation<Reply<'Provisioning.Release'>, ArgsOf<'Provisioning.Release'>>({
      query: request(provisioningCalls, 'Provisioning.Release'),
      invalidatesTags: invalidates('Provisioning', 'Account'),
    }),
  }),
});

export const {
  useFetchProvisioningQuery,
  useFetchProvisioningKeysQuery,
  useCreateProvisioningKeyMutation,
  useFetchProvisioningRequestsQuery,
  useFetchProvisioningGroupsQuery,
  useFetchMapPreviewQuery,
  useMapProvisioningGroupMutation,
  useFetchAdoptPreviewQuery,
  useAdoptUsersMutation,
} = provisioningApi;
