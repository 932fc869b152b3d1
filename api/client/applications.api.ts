/** Endpoints of applications that log their users in here. */
import { applicationsCalls } from '../contract/applications.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const applicationsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write, writeForSecret } = endpointsOf(build, applicationsCalls);
    return {
      fetchApplications: read('Applications.List', ['Application']),
      fetchOwnApplications: read('Applications.Own', ['Application', 'Self']),
      fetchApplicationPreview: read('Applications.Preview', ['Application', 'Account'], shownByCaller),
      /** The secret in the reply is shown once, and is never kept in the store. */
      registerApplication: writeForSecret('Applications.Register', ['Application'], shownByCaller),
      updateApplication: writeForSecret('Applications.Update', ['Application'], shownByCaller),
      renewApplicationSecret: writeForSecret('Applications.NewSecret', ['Application']),
      setApplicationEnabled: write('Applications.Enable', ['Application']),
      deleteApplication: write('Applications.Delete', ['Application']),
      withdrawApplication: write('Applications.Withdraw', ['Application']),
    };
  },
});

export const {
  useFetchOwnApplicationsQuery,
  useLazyFetchApplicationPreviewQuery,
  useRegisterApplicationMutation,
  useUpdateApplicationMutation,
  useRenewApplicationSecretMutation,
} = applicationsApi;
