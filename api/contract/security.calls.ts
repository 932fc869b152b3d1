/** Operations of the user's own password, sessions, API keys and preferences, without shapes. */
import type { Call } from './call.ts';

export const securityCalls = {
  'ChangeDetails.ChangePassword': {
    method: 'POST',
    path: '/ChangeDetails/ChangePassword',
    who: 'sessionOrGrant',
    withoutStepUp: 'proof',
    ownCredentials: 'change',
    rotatesSession: true,
    body: 'json',
  },
  'ApiKey.OpenAccess': { method: 'GET', path: '/ApiKey/OpenAccess', who: 'session', ownCredentials: 'read' },
  'ApiKey.GetExisting': { method: 'GET', path: '/ApiKey/GetExisting', who: 'session', ownCredentials: 'read' },
  'ApiKey.Create': { method: 'POST', path: '/ApiKey', who: 'session', ownCredentials: 'change', stepUp: true, query: ['name'] },
  'ApiKey.Delete': { method: 'DELETE', path: '/ApiKey', who: 'session', ownCredentials: 'change', stepUp: true, query: ['name'] },
  'ApiKey.CreateClaims': {
    method: 'POST',
    path: '/ApiKey/CreateClaims',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    body: 'json',
  },
  'Users.EmailPreferences': { method: 'GET', path: '/Users/EmailPreferences', who: 'session' },
  'Users.SetEmailPreferences': {
    method: 'POST',
    path: '/Users/EmailPreferences',
    who: 'session',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Users.FontSize': { method: 'GET', path: '/Users/Self/UIFontSize', who: 'session' },
  'Users.SetFontSize': {
    method: 'PATCH',
    path: '/Users/Self/UIFontSize/{fontSize}',
    who: 'session',
    withoutStepUp: 'noCredential',
  },
  'Users.Sessions': { method: 'GET', path: '/Users/Self/Sessions', who: 'session', ownCredentials: 'read' },
  'Users.EndSession': {
    method: 'DELETE',
    path: '/Users/Self/Sessions/{sessionId}',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
  },
  'Users.EndOtherSessions': {
    method: 'DELETE',
    path: '/Users/Self/Sessions/Others',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
  },
} as const satisfies Record<string, Call>;
