/** The calls of people: finding, reading, changing, and acting on their accounts. */
import type { Call } from './call.ts';

export const usersCalls = {
  'Users.All': { method: 'GET', path: '/Users/All', who: 'subscriberAdmin' },
  'Users.Page': {
    method: 'GET',
    path: '/Users/Page',
    who: 'subscriberAdmin',
    query: ['filter', 'search', 'sort', 'where', 'offset', 'limit', 'idsOnly', 'format', 'columns'],
  },
  'Users.Counts': { method: 'GET', path: '/Users/Counts', who: 'subscriberAdmin', query: ['search'] },
  'Users.Search': { method: 'GET', path: '/Users/Search', who: 'subscriberAdmin', query: ['partialName'] },
  'Users.Self': { method: 'GET', path: '/Users/Self', who: 'session' },
  'Users.User': { method: 'GET', path: '/Users/User/{userName}', who: 'session' },
  'Users.Patch': { method: 'PATCH', path: '/Users/User/{userName}', who: 'session', body: 'json' },
  'Users.ConfirmEmail': { method: 'POST', path: '/Users/ConfirmEmail', who: 'anyone', body: 'json' },
  'Users.Create': { method: 'POST', path: '/Users/Create', who: 'systemAdmin', body: 'json' },
  'Users.Enable': { method: 'PUT', path: '/Users/Enable/{userName}/{enabled}', who: 'subscriberAdmin' },
  'Users.Unlock': { method: 'PUT', path: '/Users/Unlock/{userName}', who: 'subscriberAdmin' },
  'Users.ResetAuthentication': {
    method: 'PUT',
    path: '/Users/ResetAuthentication/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    query: ['type'],
  },
  'Users.Impersonate': {
    method: 'GET',
    path: '/Users/Impersonate/{userName}',
    who: 'session',
    stepUp: true,
    changesState: true,
    query: ['reason'],
  },
  'Users.TakeOwnership': { method: 'GET', path: '/Users/TakeOwnership/{userName}', who: 'subscriberAdmin', changesState: true },
  'Users.Diagnosis': { method: 'GET', path: '/Users/Diagnosis/{userName}', who: 'subscriberAdmin' },
  'Users.OwnApproval': { method: 'GET', path: '/Users/CheckApproved', who: 'session' },
  'Users.CheckApproved': { method: 'GET', path: '/Users/CheckApproved/{userName}', who: 'subscriberAdmin' },
  'Users.CheckOrganisationApproved': {
    method: 'GET',
    path: '/Users/CheckApproved/Organization/{clientPublicId}',
    who: 'subscriberAdmin',
  },
  'Users.ActiveUserIds': {
    method: 'GET',
    path: '/Users/ActiveUserIds',
    who: 'subscriberAdmin',
    query: ['includeClearLifeUsers'],
  },
  'Users.ClearLifeUserIds': { method: 'GET', path: '/Users/ClearLifeUserIds', who: 'subscriberAdmin' },
  'Users.LastSync': { method: 'GET', path: '/Users/Sync', who: 'systemAdmin' },
  'Users.Sync': { method: 'PUT', path: '/Users/Sync', who: 'systemAdmin', stepUp: true, body: 'json' },
} as const satisfies Record<string, Call>;
