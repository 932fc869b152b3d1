/** Operations on what organisations are connected to; apart from the others, which the list of users carries. */
import { z } from 'zod';
import { directoryStates } from './directories.shapes.ts';
import { callsOf, operations } from './endpoint.ts';
import { count, id, time } from './shape.ts';

/** The login with the organisation's identity provider: none is added, none is on, users may use it, or have to. */
export const logInStates = ['none', 'off', 'optional', 'required'] as const;

export type LogInState = (typeof logInStates)[number];

/** What an organisation's users log in with, and whether its directory sends requests. */
const OrganisationConnections = z.object({
  publicId: id,
  logIn: z.enum(logInStates),
  /** When a dry run of its identity provider has last arrived here; null: none has. */
  testedAt: time.nullable(),
  /** Logins that were refused in the last hour. */
  refusedLogIns: count,
  directory: z.enum(directoryStates),
  lastRequestAt: time.nullable(),
  /** Requests that were refused in the last hour. */
  refusedRequests: count,
});
export type OrganisationConnections = z.infer<typeof OrganisationConnections>;

export const organisationConnectionsOperations = operations({
  'Organisations.Connections': {
    method: 'GET',
    path: '/Organisations/Connections',
    who: 'subscriberAdmin',
    summary: 'Identity provider and directory of the own organisation; for a system administrator, of all of them',
    reply: z.array(OrganisationConnections),
  },
});

export const organisationConnectionsCalls = callsOf(organisationConnectionsOperations);
