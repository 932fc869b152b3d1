import type { ArgsOf } from '../contract/index.ts';
import { applicationsCalls } from '../contract/applications.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

const sealed = <Body>(reply: Body): Sealed<Body> => seal(reply);

export const applicationsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, applicationsCalls);
    return {
      fetchApplications: read('Applications.List', ['Application']),
      fetchOwnApplications: read('Applications.Own', ['Application', 'Self']),
      fetchApplicationPreview: read('Applications.Preview', ['Application', 'Account'], shownByCaller),
      /** The secret is shown once, and never in the store. */
      registerApplication: build.mutation<Sealed<Reply<'Applications.Register'>>, ArgsOf<'Applications.Register'>>({
        query: request(applicationsCalls, 'Applications.Register'),
        transformResponse: sealed<Reply<'Applications.Register'>>,
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidates('Application'),
      }),
      updateApplication: build.mutation<Sealed<Reply<'Applications.Update'>>, ArgsOf<'Applications.Update'>>({
        query: request(applicationsCalls, 'Applications.Update'),
        transformResponse: sealed<Reply<'Applications.Update'>>,
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidates('Application'),
      }),
      renewApplicationSecret: build.mutation<Sealed<Reply<'Applications.NewSecret'>>, ArgsOf<'Applications.NewSecret'>>({
        query: request(applicationsCalls, 'Applications.NewSecret'),
        transformResponse: sealed<Reply<'Applications.NewSecret'>>,
        invalidatesTags: invalidates('Application'),
      }),
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
