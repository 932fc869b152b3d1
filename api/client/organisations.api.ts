import { organisationsCalls } from '../contract/organisations.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const organisationsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, organisationsCalls);
    return {
      fetchOrganisations: read('Organisations.List', ['Organisation']),
      /** A POST that only reads. */
      findOrganisations: read('Organisations.Find', ['Organisation']),
      fetchMfaRequired: read('Organisations.MfaRequired', ['Organisation']),
      setMfaRequired: write('Organisations.SetMfaRequired', ['Organisation', 'Account', 'Self', 'Mfa']),
      registerOrganisation: write('Organisations.Register', ['Organisation'], shownByCaller),
      endOrganisationSessions: write('Organisations.EndSessions', ['Account']),
      updateOrganisation: write('Organisations.Update', ['Organisation', 'Account', 'Self', 'Mfa']),
    };
  },
});

export const {
  useFetchOrganisationsQuery,
  useFindOrganisationsQuery,
  useFetchMfaRequiredQuery,
  useSetMfaRequiredMutation,
  useRegisterOrganisationMutation,
  useUpdateOrganisationMutation,
} = organisationsApi;
