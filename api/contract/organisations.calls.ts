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
    effects: [],
  },
  'Organisations.MfaRequired': { method: 'GET', path: '/Organisations/MfaRequired', who: 'session' },
  'Organisations.SetMfaRequired': {
    method: 'PUT',
    path: '/Organisations/MfaRequired/{required}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['reason'],
    effects: ['changesRule'],
  },
  'Organisations.Register': {
    method: 'POST',
    path: '/Organisations/Register/{publicId}/{organisationName}',
    who: 'systemAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
  },
  'Organisations.EndSessions': {
    method: 'DELETE',
    path: '/Organisations/Sessions/{publicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
  },
  'Organisations.Update': {
    method: 'PUT',
    path: '/Organisations/Update/{publicId}',
    who: 'systemAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
    effects: ['changesRule', 'givesAdministration', 'endsAccess'],
  },
} as const satisfies Record<string, Call>;
