/** Operations of the login with an organisation's own identity provider, without shapes. */
import type { Call } from './call.ts';

/**
 * Vendors, which determine the claims that identify a user and the setup guide. `entra`: one tenant's issuer, `oid` is the subject.
 */
export const connectionVendors = ['entra', 'google', 'okta', 'keycloak', 'other'] as const;
export type ConnectionVendor = (typeof connectionVendors)[number];

export const connectionKinds = ['openid', 'saml'] as const;

/** When a login with the provider counts as two factors: never, if it asserts one of a list of `amr` or `acr`, or always. */
export const mfaTrusts = ['off', 'asserted', 'always'] as const;
export type MfaTrust = (typeof mfaTrusts)[number];

export const attemptPurposes = ['login', 'stepUp', 'link', 'test'] as const;
export type AttemptPurpose = (typeof attemptPurposes)[number];

/** `asksProof`: the owner of the account has to prove it before it is linked. `tested`: a dry run, which changes nothing. */
export const attemptOutcomes = [
  'loggedIn',
  'secondFactor',
  'linked',
  'joined',
  'created',
  'asksProof',
  'confirmed',
  'tested',
  'loggedOut',
  'refused',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** The result that the dry run predicts. */
export const connectionDecisions = ['logIn', 'join', 'askProof', 'create', 'refuse'] as const;
export type ConnectionDecision = (typeof connectionDecisions)[number];

/**
 * What a response of the provider says about the user's groups. Only `read` changes roles. `overage`: too many to be in the token,
 * as Entra says it. `directory`: the organisation's directory sends groups, which count alone.
 */
export const groupStates = ['read', 'absent', 'overage', 'directory'] as const;
export type GroupState = (typeof groupStates)[number];

export const connectionsCalls = {
  'Connections.List': { method: 'GET', path: '/Connections/{organisationPublicId}', who: 'subscriberAdmin' },
  'Connections.Create': {
    method: 'POST',
    path: '/Connections/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
  },
  'Connections.Update': {
    method: 'PATCH',
    path: '/Connections/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
  },
  'Connections.Enable': {
    method: 'PUT',
    path: '/Connections/Enable/{organisationPublicId}/{connectionId}/{enabled}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['reason'],
  },
  'Connections.Delete': {
    method: 'DELETE',
    path: '/Connections/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Connections.Test': {
    method: 'POST',
    path: '/Connections/Test/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Connections.RefreshMetadata': {
    method: 'POST',
    path: '/Connections/RefreshMetadata/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Connections.ReplaceMetadata': {
    method: 'PUT',
    path: '/Connections/Metadata/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
  'Connections.Attempts': {
    method: 'GET',
    path: '/Connections/Attempts/{organisationPublicId}/{connectionId}',
    who: 'subscriberAdmin',
  },
  'Connections.RemoveLink': {
    method: 'DELETE',
    path: '/Connections/Links/{organisationPublicId}/{connectionId}/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Connections.Requirement': {
    method: 'GET',
    path: '/Connections/Requirement/{organisationPublicId}',
    who: 'subscriberAdmin',
  },
  'Connections.SetRequired': {
    method: 'PUT',
    path: '/Connections/Required/{organisationPublicId}/{required}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['reason'],
  },
  'Connections.SetBreakGlass': {
    method: 'PUT',
    path: '/Connections/BreakGlass/{organisationPublicId}/{userId}/{kept}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['reason'],
  },
  'Login.Discover': { method: 'POST', path: '/Login/Discover', who: 'anyone', withoutStepUp: 'reads', body: 'json' },
  'Security.Identities': { method: 'GET', path: '/Security/Identities', who: 'session', ownCredentials: 'read' },
  'Security.Link': {
    method: 'POST',
    path: '/Security/Link/{connectionId}',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
  },
  'Security.Unlink': {
    method: 'DELETE',
    path: '/Security/Unlink/{identityId}',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
  },
} as const satisfies Record<string, Call>;
