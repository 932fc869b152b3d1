/** Endpoint of what organisations are connected to. */
import { organisationConnectionsCalls } from '../contract/organisations.connections.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';

export const organisationConnectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchOrganisationConnections: endpointsOf(build, organisationConnectionsCalls).read('Organisations.Connections', [
      'Organisation',
      'Connection',
      'Provisioning',
    ]),
  }),
});

export const { useFetchOrganisationConnectionsQuery } = organisationConnectionsApi;
