/**
 * Shapes of applications: confidential clients of the OpenID Connect provider under `/oidc`, or guarded by a proxy that asks
 * `Login/Check` and names them.
 */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { applicationName } from './rules/applicationName.ts';
import { portfolioName } from './rules/portfolioName.ts';
import { secureAddress } from './rules/secureAddress.ts';
import { id, text, time } from './shape.ts';

/** Scopes that an application may ask for. `offline_access`: it gets refresh tokens, which end with the session. */
const scopes = ['openid', 'profile', 'email', 'roles', 'organisation', 'offline_access'] as const;

const MAX_ADDRESSES = 20;
const address = text(secureAddress);

/** A public key; the private parameters are refused. */
const PublicKey = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('RSA'), n: z.string().min(340).max(1400), e: z.string().max(8), ...named() }),
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().length(43),
    y: z.string().length(43),
    ...named(),
  }),
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().length(43), ...named() }),
]);

function named() {
  return { kid: z.string().max(200).optional(), alg: z.string().max(20).optional(), use: z.literal('sig').optional() };
}

/** `guarded`: a proxy guards it. Only its names, its start address and who may use it matter; it has no credentials. */
const applicationKinds = ['openid', 'guarded'] as const;

const Settings = z.strictObject({
  /** Defaults to `openid`, and never changes. */
  kind: z.enum(applicationKinds).optional(),
  /** Part of the address of its login page; unique. */
  applicationName: text(applicationName),
  displayName: text(portfolioName).max(100),
  /** The address that its tile links to. */
  startUrl: address,
  /** Redirect URIs are compared character by character. An OpenID Connect client has at least one, a guarded application none. */
  redirectUris: z.array(address).max(MAX_ADDRESSES),
  postLogoutRedirectUris: z.array(address).max(MAX_ADDRESSES),
  /** The address notified within seconds that a session has ended. */
  backchannelLogoutUri: address.nullable(),
  /** The application's public keys for `private_key_jwt`. Null: it has a secret, unless it is guarded. */
  publicKeys: z.array(PublicKey).min(1).max(5).nullable(),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  /** Whether the application gets a `sub` that no other application gets for the same user. */
  pairwise: z.boolean(),
  /** Whether it belongs to the operator: its users are not asked for consent. */
  own: z.boolean(),
  organisationPublicIds: z.array(id).max(1000).nullable(),
  roles: z.array(z.string().min(1).max(100)).max(100).nullable(),
  /** Whether an administrator may use it while impersonating; the claim `act` names the administrator. */
  impersonation: z.boolean(),
});
export type ApplicationSettings = z.infer<typeof Settings>;

export const Application = Settings.extend({
  kind: z.enum(applicationKinds),
  /** The `client_id`; the proxy of a guarded application passes it in `Login/Check?application=`. */
  applicationId: id,
  enabled: z.boolean(),
  /** The former secret is accepted until then. */
  formerSecretUntil: time.nullable(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  /** Sign-ins of the last 30 days, oldest first, in UTC; days without any are absent. */
  signInsPerDay: z.array(z.object({ day: z.iso.date(), signIns: z.int() })),
});
export type Application = z.infer<typeof Application>;

const OwnApplication = z.object({
  /** Null for an application of the configuration, which does not sign in by OpenID Connect. */
  applicationId: id.nullable(),
  applicationName: z.string(),
  displayName: z.string(),
  url: z.string(),
  /** When the caller last used it. */
  lastUsedAt: time.nullable(),
  /** The consent that the caller has given; null where none is needed. */
  consent: z.object({ scopes: z.array(z.enum(scopes)), givenAt: time }).nullable(),
});
export type OwnApplication = z.infer<typeof OwnApplication>;

const byId = z.strictObject({ applicationId: id });
/** The secret is shown once; null with `private_key_jwt`, and for a guarded application. */
const WithSecret = z.object({ application: Application, secret: z.string().nullable() });

export const applicationsOperations = operations({
  'Applications.List': {
    method: 'GET',
    path: '/Applications',
    who: 'systemAdmin',
    summary: 'The applications that sign in here by OpenID Connect, or that a proxy guards',
    reply: z.array(Application),
  },
  'Applications.Own': {
    method: 'GET',
    path: '/Applications/Own',
    who: 'session',
    summary: 'The applications that the caller may enter',
    reply: z.array(OwnApplication),
  },
  'Applications.Register': {
    method: 'POST',
    path: '/Applications',
    who: 'systemAdmin',
    stepUp: true,
    effects: [],
    summary: 'Register an application; its secret is shown once',
    body: Settings,
    reply: WithSecret,
    status: 201,
    problems: ['ApplicationTaken'],
  },
  'Applications.Update': {
    method: 'PUT',
    path: '/Applications/Update/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
    effects: [],
    summary: 'Change an application: all of its settings',
    description:
      'Users who may not enter it any more are logged out of it. From a secret to `private_key_jwt` the secrets go; back, a secret comes with the reply.',
    params: byId,
    body: Settings,
    reply: WithSecret,
    problems: ['ApplicationTaken', 'Conflict'],
  },
  'Applications.NewSecret': {
    method: 'POST',
    path: '/Applications/Secret/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
    effects: [],
    summary: 'Give an application a new secret; the former one is accepted for a day more',
    params: byId,
    reply: WithSecret,
    problems: ['Conflict'],
  },
  'Applications.Enable': {
    method: 'PUT',
    path: '/Applications/Enable/{applicationId}/{enabled}',
    who: 'systemAdmin',
    stepUp: true,
    effects: [],
    summary: 'Enable or disable an application; disabling ends what was issued to it',
    params: z.strictObject({ applicationId: id, enabled: z.boolean() }),
    reply: Application,
  },
  'Applications.Delete': {
    method: 'DELETE',
    path: '/Applications/Delete/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
    effects: [],
    summary: 'Delete an application, and end what was issued to it',
    params: byId,
  },
  'Applications.Withdraw': {
    method: 'DELETE',
    path: '/Applications/Own/{applicationId}',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
    effects: [],
    summary: 'Withdraw what the caller has allowed an application, and log out of it',
    params: byId,
  },
  'Applications.Preview': {
    method: 'GET',
    path: '/Applications/Preview/{applicationId}/{userName}',
    who: 'systemAdmin',
    summary: 'What an application would receive for a user, who is not logged in to it by that: claims, or headers',
    params: z.strictObject({ applicationId: id, userName: z.string() }),
    reply: z.object({ mayEnter: z.boolean(), claims: z.record(z.string(), z.unknown()) }),
  },
});

export const applicationsCalls = callsOf(applicationsOperations);
