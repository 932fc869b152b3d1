/** Operations of passkeys, without shapes. */
import type { Call } from './call.ts';

export const passkeysCalls = {
  'Passkeys.List': { method: 'GET', path: '/Passkeys', who: 'session', ownCredentials: 'read' },
  'Passkeys.RegistrationOptions': {
    method: 'POST',
    path: '/Passkeys/RegistrationOptions',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
  },
  'Passkeys.Create': {
    method: 'POST',
    path: '/Passkeys',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    body: 'json',
  },
  'Passkeys.Rename': {
    method: 'PATCH',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Passkeys.Delete': {
    method: 'DELETE',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
  },
  'Passkeys.LoginOptions': {
    method: 'POST',
    path: '/Passkeys/LoginOptions',
    who: 'anyone',
    withoutStepUp: 'noCredential',
  },
  'Passkeys.Login': { method: 'POST', path: '/Passkeys/Login', who: 'anyone', withoutStepUp: 'proof', body: 'json' },
} as const satisfies Record<string, Call>;
