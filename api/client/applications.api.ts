import type { ArgsOf } from '../contract/index.ts';
import { applicationsCalls } from '../contract/applications.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed } from './secrets.ts';
import { invalidates } from './tags.ts';

const sealed = <Body>(reply: Body): Sealed<Body> => seal(reply);

export const applicationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchApplications: build.query<Reply<'Applications.List'>, ArgsOf<'Applications.List'>>({
      query: request(applicationsCalls, 'Applications.List'),
      providesTags: ['Application'],
    }),
    fetchOwnApplications: build.query<Reply<'Applications.Own'>, ArgsOf<'Applications.Own'>>({
      query: request(applicationsCalls, 'Applications.Own'),
      providesTags: ['Application', 'Self'],
    }),
    fetchApplicationPreview: build.query<Reply<'Applications.Preview'>, ArgsOf<'Applications.Preview'>>({
      query: request(applicationsCalls, 'Applications.Preview'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Application', 'Account'],
    }),
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
    setApplicationEnabled: build.mutation<Reply<'Applications.Enable'>, ArgsOf<'Applications.Enable'>>({
      query: request(applicationsCalls, 'Applications.Enable'),
      invalidatesTags: invalidates('Application'),
    }),
    deleteApplication: build.mutation<Reply<'Applications.Delete'>, ArgsOf<'Applications.Delete'>>({
      query: request(applicationsCalls, 'Applications.Delete'),
      invalidatesTags: invalidates('Application'),
    }),
    withdrawApplication: build.mutation<Reply<'Applications.Withdraw'>, ArgsOf<'Applications.Withdraw'>>({
      query: request(applicationsCalls, 'Applications.Withdraw'),
      invalidatesTags: invalidates('Application'),
    }),
  }),
});

export const {
  useFetchOwnApplicationsQuery,
  useLazyFetchApplicationPreviewQuery,
  useRegisterApplicationMutation,
  useUpdateApplicationMutation,
  useRenewApplicationSecretMutation,
} = applicationsApi;
