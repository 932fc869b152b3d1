/** Endpoints of an organisation's domains of e-mail addresses. */
import { domainsCalls } from '../contract/domains.calls.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const domainsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchDomains: build.query<Reply<'Domains.List'>, ArgsOf<'Domains.List'>>({
      query: request(domainsCalls, 'Domains.List'),
      providesTags: ['Domain'],
    }),
    addDomain: build.mutation<Reply<'Domains.Add'>, ArgsOf<'Domains.Add'>>({
      query: request(domainsCalls, 'Domains.Add'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Domain'),
    }),
    verifyDomain: build.mutation<Reply<'Domains.Verify'>, ArgsOf<'Domains.Verify'>>({
      query: request(domainsCalls, 'Domains.Verify'),
      invalidatesTags: invalidates('Domain'),
    }),
    deleteDomain: build.mutation<Reply<'Domains.Delete'>, ArgsOf<'Domains.Delete'>>({
      query: request(domainsCalls, 'Domains.Delete'),
      invalidatesTags: invalidates('Domain'),
    }),
  }),
});

export const { useFetchDomainsQuery, useAddDomainMutation, useVerifyDomainMutation } = domainsApi;
