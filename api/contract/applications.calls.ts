/** Operations of applications, which sign in by OpenID Connect; without shapes. */
import type { Call } from './call.ts';

export const applicationsCalls = {
  'Applications.List': { method: 'GET', path: '/Applications', who: 'systemAdmin' },
  'Applications.Own': { method: 'GET', path: '/Applications/Own', who: 'session' },
  'Applications.Register': { method: 'POST', path: '/Applications', who: 'systemAdmin', stepUp: true, body: 'json' },
  'Applications.Update': {
    method: 'PUT',
    path: '/Applications/Update/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
    body: 'json',
  },
  'Applications.NewSecret': {
    method: 'POST',
    path: '/Applications/Secret/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
  },
  'Applications.Enable': {
    method: 'PUT',
    path: '/Applications/Enable/{applicationId}/{enabled}',
    who: 'systemAdmin',
    stepUp: true,
  },
  'Applications.Delete': {
    method: 'DELETE',
    path: '/Applications/Delete/{applicationId}',
    who: 'systemAdmin',
    stepUp: true,
  },
  'Applications.Withdraw': {
    method: 'DELETE',
    path: '/Applications/Own/{applicationId}',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
  },
  'Applications.Preview': { method: 'GET', path: '/Applications/Preview/{applicationId}/{userName}', who: 'systemAdmin' },
} as const satisfies Record<string, Call>;
