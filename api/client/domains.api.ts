/** Endpoints of an organisation's domains of e-mail addresses. */
import { domainsCalls } from '../contract/domains.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const domainsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, domainsCalls);
    return {
      fetchDomains: read('Domains.List', ['Domain']),
      addDomain: write('Domains.Add', ['Domain'], shownByCaller),
      verifyDomain: write('Domains.Verify', ['Domain']),
      deleteDomain: write('Domains.Delete', ['Domain']),
    };
  },
});

export const { useFetchDomainsQuery, useAddDomainMutation, useVerifyDomainMutation } = domainsApi;
