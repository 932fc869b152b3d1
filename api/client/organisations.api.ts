import type { ArgsOf } from '../contract/index.ts';
import { organisationsCalls } from '../contract/organisations.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const organisationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchOrganisations: build.query<Reply<'Organisations.List'>, ArgsOf<'Organisations.List'>>({
      query: request(organisationsCalls, 'Organisations.List'),
      providesTags: ['Organisation'],
    }),
    /** A POST that only reads. */
    findOrganisations: build.query<Reply<'Organisations.Find'>, ArgsOf<'Organisations.Find'>>({
      query: request(organisationsCalls, 'Organisations.Find'),
      providesTags: ['Organisation'],
    }),
    fetchMfaRequired: build.query<Reply<'Organisations.MfaRequired'>, ArgsOf<'Organisations.MfaRequired'>>({
      query: request(organisationsCalls, 'Organisations.MfaRequired'),
      providesTags: ['Organisation'],
    }),
    setMfaRequired: build.mutation<Reply<'Organisations.SetMfaRequired'>, ArgsOf<'Organisations.SetMfaRequired'>>({
      query: request(organisationsCalls, 'Organisations.SetMfaRequired'),
      invalidatesTags: invalidates('Organisation', 'Account', 'Self', 'Mfa'),
    }),
    registerOrganisation: build.mutation<Reply<'Organisations.Register'>, ArgsOf<'Organisations.Register'>>({
      query: request(organisationsCalls, 'Organisations.Register'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Organisation'),
    }),
    endOrganisationSessions: build.mutation<Reply<'Organisations.EndSessions'>, ArgsOf<'Organisations.EndSessions'>>({
      query: request(organisationsCalls, 'Organisations.EndSessions'),
      invalidatesTags: invalidates('Account'),
    }),
    updateOrganisation: build.mutation<Reply<'Organisations.Update'>, ArgsOf<'Organisations.Update'>>({
      query: request(organisationsCalls, 'Organisations.Update'),
      invalidatesTags: invalidates('Organisation', 'Account', 'Self', 'Mfa'),
    }),
  }),
});

export const {
  useFetchOrganisationsQuery,
  useFindOrganisationsQuery,
  useFetchMfaRequiredQuery,
  useSetMfaRequiredMutation,
  useRegisterOrganisationMutation,
  useUpdateOrganisationMutation,
} = organisationsApi;
