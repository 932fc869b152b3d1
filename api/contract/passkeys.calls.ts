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
    effects: [],
  },
  'Passkeys.Create': {
    method: 'POST',
    path: '/Passkeys',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    body: 'json',
    effects: [],
  },
  'Passkeys.Rename': {
    method: 'PATCH',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    withoutStepUp: 'noCredential',
    body: 'json',
    effects: [],
  },
  'Passkeys.Delete': {
    method: 'DELETE',
    path: '/Passkeys/{passkeyId}',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
  },
  'Passkeys.LoginOptions': {
    method: 'POST',
    path: '/Passkeys/LoginOptions',
    who: 'anyone',
    withoutStepUp: 'noCredential',
    effects: [],
  },
  'Passkeys.Login': { method: 'POST', path: '/Passkeys/Login', who: 'anyone', withoutStepUp: 'proof', body: 'json', effects: [] },
} as const satisfies Record<string, Call>;
