/** Shapes of identity providers, of logins with them, and of what requiring one takes. */
import { z } from 'zod';
import {
  attemptOutcomes,
  attemptPurposes,
  connectionDecisions,
  connectionKinds,
  connectionVendors,
  groupStates,
  mfaTrusts,
} from './identityProviders.states.ts';
import { connectionProblems } from './identityProviders.problems.ts';
import { keyName } from './rules/keyName.ts';
import { secureAddress } from './rules/secureAddress.ts';
import { id, text, time, UserReference } from './shape.ts';

const mfaValues = z.array(z.string().min(1).max(200)).max(20);

const Certificate = z.object({ fingerprint: z.string(), notBefore: time, notAfter: time });

/** Facts from the metadata of a SAML provider. */
const SamlProvider = z.object({
  /** Metadata at an address is read once a day; null: the metadata was pasted. */
  metadataUrl: z.string().nullable(),
  readAt: time.nullable(),
  /** What was wrong when the metadata was last read; the former metadata still holds. */
  problem: z.enum(connectionProblems).nullable(),
  ssoUrl: z.string().nullable(),
  sloUrl: z.string().nullable(),
  certificates: z.array(Certificate),
  /**
   * Our certificates, for our signature and for encrypting to us: the current one, and the next one, which takes its place when it ends.
   * They are the same for every provider.
   */
  ourCertificates: z.array(Certificate.extend({ isNext: z.boolean(), pem: z.string() })),
});

export const Connection = z.object({
  connectionId: id,
  kind: z.enum(connectionKinds),
  vendor: z.enum(connectionVendors),
  name: z.string(),
  enabled: z.boolean(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  /** The secret itself is never returned. */
  hasSecret: z.boolean(),
  mfaTrust: z.enum(mfaTrusts),
  mfaValues: z.array(z.string()),
  createsUsers: z.boolean(),
  /** Whether its second factor counts for administrators, too; a system administrator alone can say so. */
  administratorMfa: z.boolean(),
  /** Whether its subjects are the external ids of users whom the organisation's directory sends; one connection at most. */
  matchesDirectory: z.boolean(),
  /** The claim or attribute that has the groups of a user; null: none is read. */
  groupsClaim: z.string().nullable(),
  /** Null for OpenID Connect. */
  saml: SamlProvider.nullable(),
  /** Addresses to enter at the provider, known before anything is entered here. The last four are for SAML. */
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
  /** Number of linked users. */
  linked: z.int().nonnegative(),
});
export type Connection = z.infer<typeof Connection>;

export const metadata = {
  /** The address of a SAML provider's metadata, or the metadata itself. */
  metadataUrl: text(secureAddress).nullable().optional(),
  metadata: z.string().min(1).max(262_144).optional(),
};

/** Settings of a connection. All but the name and the secret can be changed only while it is off. */
export const settings = z.strictObject({
  name: text(keyName),
  vendor: z.enum(connectionVendors),
  issuer: z.string().min(1).max(500).nullable().optional(),
  clientId: z.string().min(1).max(300).nullable().optional(),
  clientSecret: z.string().min(1).max(1000).nullable().optional(),
  /** SAML metadata, in place of issuer, client ID and secret. */
  ...metadata,
  mfaTrust: z.enum(mfaTrusts).optional(),
  mfaValues: mfaValues.optional(),
  createsUsers: z.boolean().optional(),
  /** Becomes false when anyone but a system administrator changes the connection. */
  administratorMfa: z.boolean().optional(),
  /** Taken from the organisation's other connections. The first connection has it unless the call says otherwise. */
  matchesDirectory: z.boolean().optional(),
  /** Defaults to `groups`. */
  groupsClaim: z.string().min(1).max(200).nullable().optional(),
});

export const ConnectionAttempt = z.object({
  at: time,
  purpose: z.enum([...attemptPurposes, 'logout']),
  outcome: z.enum(attemptOutcomes),
  problem: z.enum(connectionProblems).nullable(),
  /** Null also for a user who has been deleted since. */
  user: UserReference.nullable(),
  /** Whether the user's password opens the account here, too; null without a user. */
  password: z.boolean().nullable(),
  /** Who has begun the dry run. */
  begunBy: UserReference.nullable(),
  /** A code of the protocol, such as `access_denied`; for a dry run, the claims as they were received. */
  detail: z.record(z.string(), z.string()),
  /** What a real login would do; set for a dry run only. */
  decision: z.enum(connectionDecisions).nullable(),
  /** How the groups would change the roles; set for a dry run that was not refused. */
  groups: z.object({ state: z.enum(groupStates), gains: z.array(z.string()), loses: z.array(z.string()) }).nullable(),
});
export type ConnectionAttempt = z.infer<typeof ConnectionAttempt>;

export const Identity = z.object({
  identityId: id,
  connectionId: id,
  connectionName: z.string(),
  /** The provider's name for the account. */
  account: z.string().nullable(),
  linkedAt: time,
  lastLoginAt: time.nullable(),
});

export const Requirement = z.object({
  required: z.boolean(),
  /** Whether a user has logged in with a provider that is on. */
  hasLogin: z.boolean(),
  /** Accounts for emergencies; two tested ones are needed. `tested`: logged in with its own second factor since it was named. */
  breakGlass: z.array(UserReference.extend({ userId: id, tested: z.boolean() })),
  /** Sessions that began with a password or a passkey, which end when the provider becomes required; API keys go on. */
  sessions: z.int().nonnegative(),
  keys: z.int().nonnegative(),
  /** How many users could no longer log in, and the first 200 of them. `domain`: no proven domain has the address. */
  shutOut: z.int().nonnegative(),
  people: z.array(UserReference.extend({ userId: id, reason: z.enum(['administrator', 'domain']) })),
});
export type Requirement = z.infer<typeof Requirement>;
