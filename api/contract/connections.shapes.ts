/** Shapes of identity providers, of log-ins with them, and of what requiring one takes. */
import { z } from 'zod';
import {
  attemptOutcomes,
  attemptPurposes,
  connectionDecisions,
  connectionKinds,
  connectionProblems,
  connectionVendors,
  groupStates,
  mfaTrusts,
} from './connections.calls.ts';
import { keyName } from './rules/keyName.ts';
import { secureAddress } from './rules/secureAddress.ts';
import { id, text, time, UserReference } from './shape.ts';

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

export const Connection = z.object({
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

export const metadata = {
  /** Where the metadata of a SAML provider is, or the metadata itself. */
  metadataUrl: text(secureAddress).nullable().optional(),
  metadata: z.string().min(1).max(262_144).optional(),
};

/** All but the name and the secret are changed while the connection is off. */
export const settings = z.strictObject({
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

export const ConnectionAttempt = z.object({
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

export const Identity = z.object({
  identityId: id,
  connectionId: id,
  connectionName: z.string(),
  /** What the provider calls the account. */
  account: z.string().nullable(),
  linkedAt: time,
  lastLoginAt: time.nullable(),
});

export const Requirement = z.object({
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
