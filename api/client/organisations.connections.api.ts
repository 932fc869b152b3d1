/** Endpoint of what organisations are connected to. */
import type { ArgsOf } from '../contract/index.ts';
import { organisationConnectionsCalls } from '../contract/organisations.connections.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';

export const organisationConnectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchOrganisationConnections: build.query<Reply<'Organisations.Connections'>, ArgsOf<'Organisations.Connections'>>({
      query: request(organisationConnectionsCalls, 'Organisations.Connections'),
      providesTags: ['Organisation', 'Connection', 'Provisioning'],
    }),
  }),
});

export const { useFetchOrganisationConnectionsQuery } = organisationConnectionsApi;
