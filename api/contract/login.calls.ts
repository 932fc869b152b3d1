/** Operations of login and logout, without shapes. */
import type { Call } from './call.ts';

export const loginCalls = {
  'Login.Page': { method: 'GET', path: '/Login/Login', who: 'anyone', query: ['returnUrl'] },
  'Login.Login': { method: 'POST', path: '/Login/Login', who: 'anyone', withoutStepUp: 'proof', body: 'json' },
  'Login.Check': { method: 'GET', path: '/Login/Check', who: 'anyone', query: ['application'] },
  'Login.ApplicationHome': { method: 'GET', path: '/Login/ApplicationHome', who: 'anyone', query: ['applicationName'] },
  'Login.Logout': {
    method: 'POST',
    path: '/Login/Logout',
    who: 'sessionOrPending',
    withoutStepUp: 'endsOwnAccess',
    allowedWhileImpersonating: true,
  },
} as const satisfies Record<string, Call>;
