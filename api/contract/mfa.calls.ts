/** Operations of multi-factor authentication, without shapes. */
import type { Call } from './call.ts';

export const mfaCalls = {
  'Mfa.OwnStatus': { method: 'GET', path: '/Mfa/Status', who: 'session' },
  'Mfa.Status': { method: 'GET', path: '/Mfa/Status/{userId}', who: 'subscriberAdmin' },
  'Mfa.BeginEnable': {
    method: 'GET',
    path: '/Mfa/Enable',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    changesState: true,
  },
  'Mfa.Enable': {
    method: 'POST',
    path: '/Mfa/Enable',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    rotatesSession: true,
    stepUp: true,
    body: 'json',
  },
  'Mfa.Require': { method: 'POST', path: '/Mfa/Enable/{userId}', who: 'subscriberAdmin', stepUp: true, body: 'json' },
  'Mfa.Disable': { method: 'POST', path: '/Mfa/Disable', who: 'session', ownCredentials: 'change', stepUp: true },
  'Mfa.Login': { method: 'POST', path: '/Mfa/Login', who: 'pending', withoutStepUp: 'proof', body: 'json' },
  'Mfa.RecoveryCode': { method: 'POST', path: '/Mfa/RecoveryCode', who: 'pending', withoutStepUp: 'proof', body: 'json' },
  'Mfa.Recovery': { method: 'POST', path: '/Mfa/Recovery', who: 'session', ownCredentials: 'change', stepUp: true },
  'Mfa.RecoveryFor': {
    method: 'POST',
    path: '/Mfa/Recovery/{userId}',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    stepUp: true,
    query: ['reason'],
  },
  'Mfa.Overridden': {
    method: 'GET',
    path: '/Mfa/OrganizationDefaultReset',
    who: 'subscriberAdmin',
    query: ['organisationPublicId'],
  },
  'Mfa.OrganizationDefaultReset': {
    method: 'POST',
    path: '/Mfa/OrganizationDefaultReset',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
  },
  'Mfa.ForgetBrowsers': {
    method: 'DELETE',
    path: '/Mfa/RememberedBrowsers',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
  },
} as const satisfies Record<string, Call>;
