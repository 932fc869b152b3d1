/** Operations of passkeys (WebAuthn level 3): discoverable credentials with user verification, which count as both factors. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { Outcome } from './login.ts';
import { keyName } from './rules/keyName.ts';
import { id, text, time } from './shape.ts';
import { base64url, credentialFields, PasskeyAssertion } from './webauthn.ts';

export const Passkey = z.object({
  passkeyId: id,
  name: z.string(),
  /** The authenticator or password manager, such as "iCloud Keychain" or "Chrome · Linux"; empty if unknown. */
  device: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  /** Whether a password manager keeps copies of it on other devices. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

const byId = z.strictObject({ passkeyId: id });
/** `RegistrationResponseJSON` of WebAuthn. */
const Attestation = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(100_000),
    authenticatorData: base64url(100_000).optional(),
    transports: z.array(z.string().max(50)).max(20).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64url(20_000).nullish(),
  }),
});

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

export const passkeysOperations = operations({
  'Passkeys.List': {
    method: 'GET',
    path: '/Passkeys',
    who: 'session',
    ownCredentials: 'read',
    summary: 'The own passkeys',
    reply: z.array(Passkey),
  },
  'Passkeys.RegistrationOptions': {
    method: 'POST',
    path: '/Passkeys/RegistrationOptions',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'What the browser needs to create a passkey',
    description:
      'The challenge is valid once, in this browser, for 5 minutes. A pending session gets one where it may enrol: while the user has no second factor.',
    reply: CreationOptions,
    problems: ['MfaAlreadyOn', 'TooManyPasskeys', 'TooManyRequests'],
  },
  'Passkeys.Create': {
    method: 'POST',
    path: '/Passkeys',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'Keep a passkey that the browser has created',
    description: 'Finishes the sign-in of a pending session; `redirectUrl` then says where to go on.',
    body: z.strictObject({ name: text(keyName), response: Attestation }),
    reply: Passkey.extend({ redirectUrl: z.string().optional() }),
    status: 201,
    problems: ['PasskeyRefused', 'MfaAlreadyOn', 'TooManyPasskeys'],
  },
  'Passkeys.Rename': {
    method: 'PATCH',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Give a passkey another name',
    params: byId,
    body: z.strictObject({ name: text(keyName) }),
    reply: Passkey,
    problems: ['NotFound'],
  },
  'Passkeys.Delete': {
    method: 'DELETE',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'Delete a passkey; ends the other sessions that it opened',
    description: 'The last factor of a user who must have one can not be deleted.',
    params: byId,
    problems: ['NotFound', 'LastFactor'],
  },
  'Passkeys.LoginOptions': {
    method: 'POST',
    path: '/Passkeys/LoginOptions',
    who: 'anyone',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'What the browser needs to ask for a passkey, for logging in or, in a session, for a proof of identity',
    description:
      'The challenge is valid once, in this browser, for 5 minutes. Without a session, and with `purpose=login`, it is for logging in and `allowCredentials` is empty: the browser offers the passkeys it has. In a session it is for a proof of identity, with MFA outstanding for logging in, and `allowCredentials` has those of the user.',
    query: z.strictObject({ purpose: z.literal('login').optional() }),
    reply: RequestOptions,
    problems: ['TooManyRequests', 'Impersonating'],
  },
  'Passkeys.Login': {
    method: 'POST',
    path: '/Passkeys/Login',
    who: 'anyone',
    withoutStepUp: 'proof',
    effects: [],
    summary: 'Log in with a passkey alone, which counts as both factors',
    description:
      'An unknown passkey, an unknown user, a wrong signature and a used or expired challenge get the same reply in the same time.',
    body: z.strictObject({
      response: PasskeyAssertion,
      rememberMe: z.boolean().optional(),
      applicationName: z.string().max(255).optional(),
      returnUrl: z.string().max(8192).optional(),
    }),
    reply: Outcome,
    problems: ['PasskeyRefused', 'PasskeyChanged', 'TooManyRequests'],
  },
});

export const passkeysCalls = callsOf(passkeysOperations);
