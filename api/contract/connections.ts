/** Shapes of the log-in with an organisation's own identity provider. */
import { z } from 'zod';
import {
  attemptOutcomes,
  attemptPurposes,
  connectionDecisions,
  connectionKinds,
  connectionProblems,
  connectionsCalls,
  connectionVendors,
  groupStates,
  mfaTrusts,
} from './connections.calls.ts';
import { operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { keyName } from './rules/keyName.ts';
import { secureAddress } from './rules/secureAddress.ts';
import { id, text, time, UserReference } from './shape.ts';

const byOrganisation = z.strictObject({ organisationPublicId: id });
const byConnection = byOrganisation.extend({ connectionId: id });

const mfaValues = z.array(z.string().min(1).max(200)).max(20);

/** What the metadata of a SAML provider says. */
const SamlProvider = z.object({
  /** Read once a day. Null: it was pasted. */
  metadataUrl: z.string().nullable(),
  readAt: time.nullable(),
  /** What was wrong the last time that it was read; what was known before still holds. */
  problem: z.enum(connectionProblems).nullable(),
  ssoUrl: z.string().nullable(),
  sloUrl: z.string().nullable(),
  certificates: z.array(z.object({ fingerprint: z.string(), notBefore: time, notAfter: time })),
});

const Connection = z.object({
  connectionId: id,
  kind: z.enum(connectionKinds),
  vendor: z.enum(connectionVendors),
  name: z.string(),
  enabled: z.boolean(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  /** It is shown to nobody. */
  hasSecret: z.boolean(),
  mfaTrust: z.enum(mfaTrusts),
  mfaValues: z.array(z.string()),
  createsUsers: z.boolean(),
  /** The claim or attribute that has the groups of a user; null: none is read. */
  groupsClaim: z.string().nullable(),
  /** Null: of OpenID Connect. */
  saml: SamlProvider.nullable(),
  /** What the provider asks for, known before anything is entered here. The last four are of SAML. */
  ours: z.object({
    redirectUri: z.string(),
    backchannelLogoutUri: z.string(),
    revocationUri: z.string(),
    startUrl: z.string(),
    entityId: z.string(),
    metadataUrl: z.string(),
    acsUrl: z.string(),
    sloUrl: z.string(),
  }),
  createdAt: time,
  lastLoginAt: time.nullable(),
  /** Users who are linked. */
  linked: z.int().nonnegative(),
});
export type Connection = z.infer<typeof Connection>;

const metadata = {
  /** Where the metadata of a SAML provider is, or the metadata itself. */
  metadataUrl: text(secureAddress).nullable().optional(),
  metadata: z.string().min(1).max(262_144).optional(),
};

/** All but the name and the secret are changed while the connection is off. */
const settings = z.strictObject({
  name: text(keyName),
  vendor: z.enum(connectionVendors),
  issuer: z.string().min(1).max(500).nullable().optional(),
  clientId: z.string().min(1).max(300).nullable().optional(),
  clientSecret: z.string().min(1).max(1000).nullable().optional(),
  /** Of SAML, in place of the three. */
  ...metadata,
  mfaTrust: z.enum(mfaTrusts).optional(),
  mfaValues: mfaValues.optional(),
  createsUsers: z.boolean().optional(),
  /** `groups` unless it is said. */
  groupsClaim: z.string().min(1).max(200).nullable().optional(),
});

const ConnectionAttempt = z.object({
  at: time,
  purpose: z.enum([...attemptPurposes, 'logout']),
  outcome: z.enum(attemptOutcomes),
  problem: z.enum(connectionProblems).nullable(),
  /** Null for one that is gone meanwhile, too. */
  user: UserReference.nullable(),
  /** A code of the protocol, such as `access_denied`; of a dry run, the claims as they were received. */
  detail: z.record(z.string(), z.string()),
  /** Of a dry run. */
  decision: z.enum(connectionDecisions).nullable(),
  /** Of a dry run that was not refused: what the groups would make of the roles. */
  groups: z.object({ state: z.enum(groupStates), gains: z.array(z.string()), loses: z.array(z.string()) }).nullable(),
});
export type ConnectionAttempt = z.infer<typeof ConnectionAttempt>;

const Identity = z.object({
  identityId: id,
  connectionId: id,
  connectionName: z.string(),
  /** What the provider calls the account. */
  account: z.string().nullable(),
  linkedAt: time,
  lastLoginAt: time.nullable(),
});

const Requirement = z.object({
  required: z.boolean(),
  /** Somebody has logged in with a provider that is on. */
  hasLogin: z.boolean(),
  /** Accounts for emergencies; two tested ones are needed. `tested`: logged in with its own second factor since it was named. */
  breakGlass: z.array(UserReference.extend({ userId: id, tested: z.boolean() })),
  /** Sessions that began with a password or a passkey, which end when the provider becomes required; API keys go on. */
  sessions: z.int().nonnegative(),
  keys: z.int().nonnegative(),
  /** How many would not get in, and the first 200. `domain`: no proven domain has the address. */
  shutOut: z.int().nonnegative(),
  people: z.array(UserReference.extend({ userId: id, reason: z.enum(['administrator', 'domain']) })),
});
export type Requirement = z.infer<typeof Requirement>;

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
    effects: ['trustsProvider'],
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
    summary: 'Begin a dry run: a log-in that changes nothing, whose result is in `Connections.Attempts`',
    params: byConnection,
    /** Where the browser is sent; null with what is wrong already. */
    reply: z.object({ address: z.string().nullable(), problem: z.enum(connectionProblems).nullable() }),
  },
  'Connections.RefreshMetadata': {
    effects: [],
    summary: 'Read the metadata of a SAML provider again, which is done once a day too',
    params: byConnection,
    reply: Connection,
  },
  'Connections.ReplaceMetadata': {
    effects: ['trustsProvider'],
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
    summary: 'The last 100 log-ins with the identity provider, newest first',
    params: byConnection,
    reply: z.array(ConnectionAttempt),
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
      'After a real log-in with it, and with two tested accounts for emergencies. A password or a passkey of others is then refused like a wrong one, and sessions that began with one end, but for the caller’s own.',
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
    summary: 'Where a log-in with this address begins',
    description: 'The reply depends on the domain of the address only, and is the same for addresses that nobody has.',
    body: z.strictObject({ email: z.string().min(1).max(320) }),
    /** Null: here, with a password or a passkey. */
    reply: z.object({ address: z.string().nullable() }),
  },
  'Security.Identities': {
    summary: 'The accounts at identity providers that the caller logs in with, and providers that can be added',
    reply: z.object({
      identities: z.array(Identity),
      connections: z.array(z.object({ connectionId: id, name: z.string() })),
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
