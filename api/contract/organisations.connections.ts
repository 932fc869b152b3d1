/** Shapes of what organisations are connected to. */
import { z } from 'zod';
import { directoryStates } from './directories.calls.ts';
import { operations } from './endpoint.ts';
import { logInStates, organisationConnectionsCalls } from './organisations.connections.calls.ts';
import { count, id, time } from './shape.ts';

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

export const organisationConnectionsOperations = operations(organisationConnectionsCalls, {
  'Organisations.Connections': {
    summary: 'Identity provider and directory of the own organisation; for a system administrator, of all of them',
    reply: z.array(OrganisationConnections),
  },
});
