/** The login with an organisation's own identity provider. */
import { z } from 'zod';
import { connectionKinds, connectionsCalls } from './identityProviders.calls.ts';
import { connectionProblems } from './identityProviders.problems.ts';
import { Connection, ConnectionAttempt, Identity, metadata, Requirement, settings } from './identityProviders.shapes.ts';
import { operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { id } from './shape.ts';

const byOrganisation = z.strictObject({ organisationPublicId: id });
const byConnection = byOrganisation.extend({ connectionId: id });

export const connectionsOperations = operations(connectionsCalls, {
  'Connections.List': {
    summary: 'The identity providers that users of the organisation may log in with',
    params: byOrganisation,
    reply: z.array(Connection),
  },
  'Connections.Create': {
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
    effects: ['trustsProvider', 'takesOverAccount', 'endsAccess'],
    summary: 'Let users log in with the identity provider, or no more',
    description: 'Disabling ends the sessions that it has opened.',
    params: byConnection.extend({ enabled: z.boolean() }),
    query: reasonQuery,
    reply: Connection,
    problems: ['ConnectionIncomplete', 'RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Connections.Delete': {
    effects: [],
    summary: 'Delete an identity provider that is off, with its links',
    params: byConnection,
    problems: ['ConnectionEnabled'],
  },
  'Connections.Test': {
    effects: [],
    summary: 'Begin a dry run: a login that changes nothing, whose result is in `Connections.Attempts`',
    params: byConnection,
    /** The address to which the browser is sent; null if the configuration is known to be wrong. */
    reply: z.object({ address: z.string().nullable(), problem: z.enum(connectionProblems).nullable() }),
  },
  'Connections.RefreshMetadata': {
    effects: [],
    summary: 'Read the metadata of a SAML provider again, which is done once a day too',
    params: byConnection,
    reply: Connection,
  },
  'Connections.ReplaceMetadata': {
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
    summary: 'The last 100 logins with the identity provider, newest first',
    params: byConnection,
    reply: z.array(ConnectionAttempt),
  },
  'Connections.RemoveLink': {
    effects: [],
    summary: 'Remove the link of one user, such as one whom the provider knows under another id now',
    description:
      'Ends the sessions that the provider has opened for the user, who gets a mail. The next login links anew, once the owner has proven the account.',
    params: byConnection.extend({ userName: z.string().min(1).max(320) }),
  },
  'Connections.Requirement': {
    summary: 'Whether the identity provider is required, what it takes, and who would be shut out',
    params: byOrganisation,
    reply: Requirement,
  },
  'Connections.SetRequired': {
    effects: ['trustsProvider'],
    summary: 'Let users log in with the identity provider only, or as they like again',
    description:
      'After a real login with it, and with two tested accounts for emergencies. A password or a passkey of others is then refused like a wrong one, and sessions that began with one end, but for the caller’s own.',
    params: byOrganisation.extend({ required: z.boolean() }),
    query: reasonQuery,
    problems: ['RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Connections.SetBreakGlass': {
    effects: ['trustsProvider'],
    summary: 'Keep an account for emergencies, which logs in with its password and second factor, or no more',
    params: byOrganisation.extend({ userId: id, kept: z.boolean() }),
    query: reasonQuery,
    problems: ['BreakGlassUnfit', 'RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Login.Discover': {
    effects: [],
    summary: 'Where a login with this address begins',
    description: 'The reply depends on the domain of the address only, and is the same for addresses that nobody has.',
    body: z.strictObject({ email: z.string().min(1).max(320) }),
    /** The identity provider's address; null: the user logs in here, with a password or a passkey. */
    reply: z.object({ address: z.string().nullable() }),
  },
  'Security.Identities': {
    summary: 'The accounts at identity providers that the caller logs in with, and providers that can be added',
    reply: z.object({
      identities: z.array(Identity),
      connections: z.array(z.object({ connectionId: id, name: z.string() })),
      /** Whether the organisation requires its identity provider of the caller, whose password then opens nothing. */
      required: z.boolean(),
    }),
  },
  'Security.Link': {
    effects: [],
    summary: 'Begin to link the own account with one at an identity provider of the organisation',
    params: z.strictObject({ connectionId: id }),
    reply: z.object({ address: z.string() }),
  },
  'Security.Unlink': {
    effects: [],
    summary: 'Log in no more with an account at an identity provider',
    params: z.strictObject({ identityId: id }),
    problems: ['LastLogin'],
  },
});
