/** Kinds and states of identity providers, of logins with them, and of what they say. */

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
