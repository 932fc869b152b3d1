/** Endpoints of an organisation's directory, which is `Provisioning` on the wire. To adopt users is to let it manage accounts that exist. */
import { provisioningCalls } from '../contract/directories.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const provisioningApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write, writeForSecret } = endpointsOf(build, provisioningCalls);
    return {
      fetchProvisioning: read('Provisioning.Status', ['Provisioning', 'Account']),
      fetchProvisioningKeys: read('Provisioning.Keys', ['Provisioning']),
      /** The key is shown once, and is never kept in the store. */
      createProvisioningKey: writeForSecret('Provisioning.NewKey', ['Provisioning'], shownByCaller),
      revokeProvisioningKey: write('Provisioning.RevokeKey', ['Provisioning']),
      fetchProvisioningRequests: read('Provisioning.Requests', ['Provisioning']),
      fetchProvisioningGroups: read('Provisioning.Groups', ['Provisioning']),
      fetchMapPreview: read('Provisioning.MapPreview', ['Provisioning', 'Account'], shownByCaller),
      mapProvisioningGroup: write('Provisioning.MapGroup', ['Provisioning', 'Account', 'Role']),
      fetchAdoptPreview: read('Provisioning.AdoptPreview', ['Provisioning', 'Account']),
      adoptUsers: write('Provisioning.Adopt', ['Provisioning', 'Account'], shownByCaller),
      releaseUsers: write('Provisioning.Release', ['Provisioning', 'Account']),
    };
  },
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
