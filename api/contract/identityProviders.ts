/** The login with an organisation's own identity provider. */
import { z } from 'zod';
import { ownLinkOperations } from './identityProviders.own.ts';
import { connectionProblems } from './identityProviders.problems.ts';
import { Connection, ConnectionAttempt, metadata, Requirement, settings } from './identityProviders.shapes.ts';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { id } from './shape.ts';
import { connectionKinds } from './identityProviders.states.ts';

const byOrganisation = z.strictObject({ organisationPublicId: id });

const byConnection = byOrganisation.extend({ connectionId: id });

export const connectionsOperations = operations({
  'Connections.List': {
    method: 'GET',
    path: '/Connections/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'The identity providers that users of the organisation may log in with',
    params: byOrganisation,
    reply: z.array(Connection),
  },
  'Connections.Create': {
    method: 'POST',
    path: '/Connections/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Add an identity provider, which is off; the reply has what it has to be told',
    params: byOrganisation,
    /** `kind` is `openid` unless it is said. */
    body: settings.extend({ kind: z.enum(connectionKinds).optional() }),
    reply: Connection,
    status: 201,
    problems: ['ConnectionNameTaken', 'TooManyConnections'],
  },
  'Connections.Update': {
    method: 'PATCH',
    path: '/Connections/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Change an identity provider',
    description:
      'While it is on, its name and its secret only: what it is trusted with is decided when it is enabled. For metadata there is `Connections.ReplaceMetadata`.',
    params: byConnection,
    body: settings.partial(),
    reply: Connection,
    problems: ['ConnectionNameTaken', 'ConnectionEnabled'],
  },
  'Connections.Enable': {
    method: 'PUT',
    path: '/Connections/Enable/{organisationPublicId}/{connectionId}/{enabled}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['trustsProvider', 'takesOverAccount', 'endsAccess'],
    summary: 'Let users log in with the identity provider, or no more',
    description: 'Disabling ends the sessions that it has opened.',
    params: byConnection.extend({ enabled: z.boolean() }),
    query: reasonQuery,
    reply: Connection,
    problems: ['ConnectionIncomplete', 'RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Connections.Delete': {
    method: 'DELETE',
    path: '/Connections/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Delete an identity provider that is off, with its links',
    params: byConnection,
    problems: ['ConnectionEnabled'],
  },
  'Connections.Test': {
    method: 'POST',
    path: '/Connections/Test/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Begin a dry run: a login that changes nothing, whose result is in `Connections.Attempts`',
    params: byConnection,
    /** The address to which the browser is sent; null if the configuration is known to be wrong. */
    reply: z.object({ address: z.string().nullable(), problem: z.enum(connectionProblems).nullable() }),
  },
  'Connections.RefreshMetadata': {
    method: 'POST',
    path: '/Connections/RefreshMetadata/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Read the metadata of a SAML provider again, which is done once a day too',
    params: byConnection,
    reply: Connection,
  },
  'Connections.ReplaceMetadata': {
    method: 'PUT',
    path: '/Connections/Metadata/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['trustsProvider', 'takesOverAccount'],
    summary: 'Take other metadata of the same SAML provider, such as with a new certificate',
    description:
      'Also while it is on. One of the two is sent; what is at the address is read at once. The entity ID has to be the same: another provider is another connection.',
    params: byConnection,
    body: z.strictObject(metadata),
    query: reasonQuery,
    reply: Connection,
    problems: ['ConnectionIncomplete', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Connections.Attempts': {
    method: 'GET',
    path: '/Connections/Attempts/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    summary: 'The last 100 logins with the identity provider, newest first',
    params: byConnection,
    reply: z.array(ConnectionAttempt),
  },
  'Connections.RemoveLink': {
    method: 'DELETE',
    path: '/Connections/Links/{organisationPublicId}/{connectionId}/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Remove the link of one user, such as one whom the provider knows under another id now',
    description:
      'Ends the sessions that the provider has opened for the user, who gets a mail. The next login links anew, once the owner has proven the account.',
    params: byConnection.extend({ userName: z.string().min(1).max(320) }),
  },
  'Connections.Requirement': {
    method: 'GET',
    path: '/Connections/Requirement/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'Whether the identity provider is required, what it takes, and who would be shut out',
    params: byOrganisation,
    reply: Requirement,
  },
  'Connections.SetRequired': {
    method: 'PUT',
    path: '/Connections/Required/{organisationPublicId}/{required}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['trustsProvider'],
    summary: 'Let users log in with the identity provider only, or as they like again',
    description:
      'After a real login with it, and with two tested accounts for emergencies. A password or a passkey of others is then refused like a wrong one, and sessions that began with one end, but for the caller’s own.',
    params: byOrganisation.extend({ required: z.boolean() }),
    query: reasonQuery,
    problems: ['RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Connections.SetBreakGlass': {
    method: 'PUT',
    path: '/Connections/BreakGlass/{organisationPublicId}/{userId}/{kept}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['trustsProvider'],
    summary: 'Keep an account for emergencies, which logs in with its password and second factor, or no more',
    params: byOrganisation.extend({ userId: id, kept: z.boolean() }),
    query: reasonQuery,
    problems: ['BreakGlassUnfit', 'RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  ...ownLinkOperations,
});

export const connectionsCalls = callsOf(connectionsOperations);
