/** Operations of the user's own password, sessions, API keys and preferences. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { keyName } from './rules/keyName.ts';
import { claimed, id, text, time } from './shape.ts';
import { ApiKey, Claim } from './apiKey.shapes.ts';
import { EmailPreferences, FontSize } from './users.shapes.ts';

export const SessionView = z.object({
  sessionId: id,
  /** Browser and system for display, such as "Firefox · Linux"; empty if unknown. */
  browser: z.string(),
  address: z.string(),
  since: time,
  lastSeenAt: time,
  current: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

const byName = z.strictObject({ name: text(keyName) });

export const securityOperations = operations({
  'ChangeDetails.ChangePassword': {
    method: 'POST',
    path: '/ChangeDetails/ChangePassword',
    who: 'sessionOrGrant',
    withoutStepUp: 'proof',
    ownCredentials: 'change',
    rotatesSession: true,
    effects: [],
    summary: 'Set a new password; ends the other sessions',
    description: '`currentPassword` is required without a recovery grant. Refused: the user name, the e-mail, the last five.',
    body: z.strictObject({ currentPassword: claimed.optional(), newPassword: claimed, confirmPassword: claimed }),
    problems: ['CurrentPasswordWrong', 'PasswordRefused', 'PasswordReused', 'Invalid', 'LinkGone'],
  },
  'ApiKey.OpenAccess': {
    method: 'GET',
    path: '/ApiKey/OpenAccess',
    who: 'session',
    ownCredentials: 'read',
    summary: 'Whether the caller may have keys, how many, and with which claims',
    reply: z.object({
      allowed: z.boolean(),
      maxKeys: z.int(),
      /** The longest life of a key that has a claim for a call with step-up or an administrative role. */
      longestDays: z.int(),
      grantableClaims: z.array(z.object({ value: z.string(), description: z.string() })),
    }),
  },
  'ApiKey.GetExisting': {
    method: 'GET',
    path: '/ApiKey/GetExisting',
    who: 'session',
    ownCredentials: 'read',
    summary: 'The own keys, never their secret',
    reply: z.array(ApiKey),
  },
  'ApiKey.Create': {
    method: 'POST',
    path: '/ApiKey',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'A new key, shown this once; it can do nothing before it has claims',
    query: byName,
    reply: z.object({ name: z.string(), key: z.string(), prefix: z.string() }),
    status: 201,
    problems: ['KeyNameTaken', 'TooManyKeys', 'Forbidden'],
  },
  'ApiKey.Delete': {
    method: 'DELETE',
    path: '/ApiKey',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'Delete a key',
    query: byName,
    problems: ['NotFound'],
  },
  'ApiKey.CreateClaims': {
    method: 'POST',
    path: '/ApiKey/CreateClaims',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: ['movesData'],
    summary: 'Set what a key may do, and until when',
    description:
      'The claims replace the former ones. None may go beyond the present rights of the owner. With a claim for a call that needs step-up or an administrative role the key ends after `longestDays` at the latest, whatever is asked for. `sourceAddresses` (addresses and networks, such as `203.0.113.7` or `2001:db8::/32`) are the only ones that it is accepted from; an empty list: from any; absent: as before. Where it needs another administrator, the claims are set when it is approved.',
    query: reasonQuery,
    body: z.strictObject({
      name: text(keyName),
      claims: z.array(Claim).max(200),
      expiresAt: time.nullable().optional(),
      sourceAddresses: z.array(z.string().max(64)).max(50).optional(),
    }),
    reply: ApiKey,
    problems: ['NotFound', 'InvalidClaim', 'Invalid'],
  },
  'Users.EmailPreferences': {
    method: 'GET',
    path: '/Users/EmailPreferences',
    who: 'session',
    summary: 'The own e-mail preferences',
    reply: EmailPreferences,
  },
  'Users.SetEmailPreferences': {
    method: 'POST',
    path: '/Users/EmailPreferences',
    who: 'session',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Change the own e-mail preferences',
    body: EmailPreferences,
    reply: EmailPreferences,
  },
  'Users.FontSize': {
    method: 'GET',
    path: '/Users/Self/UIFontSize',
    who: 'session',
    summary: 'The own font size',
    reply: FontSize,
  },
  'Users.SetFontSize': {
    method: 'PATCH',
    path: '/Users/Self/UIFontSize/{fontSize}',
    who: 'session',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Change the own font size',
    params: z.strictObject({ fontSize: FontSize }),
    reply: FontSize,
  },
  'Users.Sessions': {
    method: 'GET',
    path: '/Users/Self/Sessions',
    who: 'session',
    ownCredentials: 'read',
    summary: 'The own sessions',
    reply: z.array(SessionView),
  },
  'Users.EndSession': {
    method: 'DELETE',
    path: '/Users/Self/Sessions/{sessionId}',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
    effects: [],
    summary: 'End one of the own sessions',
    params: z.strictObject({ sessionId: id }),
    problems: ['NotFound'],
  },
  'Users.EndOtherSessions': {
    method: 'DELETE',
    path: '/Users/Self/Sessions/Others',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
    effects: [],
    summary: 'End all own sessions but this one',
  },
});

export const securityCalls = callsOf(securityOperations);
