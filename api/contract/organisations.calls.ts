/** Operations of organisations (also called clients or portfolios), without shapes. */
import type { Call } from './call.ts';

export const organisationsCalls = {
  'Organisations.List': { method: 'GET', path: '/Organisations', who: 'session' },
  'Organisations.Find': {
    method: 'POST',
    path: '/Organisations/FindOrganisations',
    who: 'subscriberAdmin',
    withoutStepUp: 'reads',
    body: 'json',
  },
  'Organisations.MfaRequired': { method: 'GET', path: '/Organisations/MfaRequired', who: 'session' },
  'Organisations.SetMfaRequired': {
    method: 'PUT',
    path: '/Organisations/MfaRequired/{required}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['reason'],
  },
  'Organisations.Register': {
    method: 'POST',
    path: '/Organisations/Register/{publicId}/{organisationName}',
    who: 'systemAdmin',
    withoutStepUp: 'noCredential',
  },
  'Organisations.EndSessions': {
    method: 'DELETE',
    path: '/Organisations/Sessions/{publicId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Organisations.Update': {
    method: 'PUT',
    path: '/Organisations/Update/{publicId}',
    who: 'systemAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
} as const satisfies Record<string, Call>;
