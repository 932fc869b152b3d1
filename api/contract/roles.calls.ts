/** Operations of roles: list, assignments, grantable roles; without shapes. */
import type { Call } from './call.ts';

export const rolesCalls = {
  'Roles.List': { method: 'GET', path: '/Roles', who: 'subscriberAdmin' },
  'Roles.Self': { method: 'GET', path: '/Roles/Self', who: 'session' },
  'Roles.User': { method: 'GET', path: '/Roles/User/{userName}', who: 'subscriberAdmin' },
  'Roles.SetUser': {
    method: 'POST',
    path: '/Roles/User/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    idempotencyKey: true,
    body: 'json',
    query: ['reason'],
  },
  'UserRoles.User': { method: 'GET', path: '/UserRoles/{userName}', who: 'session' },
  'UserRoles.Administration': { method: 'GET', path: '/UserRoles/Administration/{userName}', who: 'subscriberAdmin' },
  'UserRoles.UsersInRole': {
    method: 'GET',
    path: '/UserRoles/UsersInRole/{roleName}',
    who: 'subscriberAdmin',
    people: 'unbounded',
  },
  'UserRoles.UsersInOrganisationAndRole': {
    method: 'GET',
    path: '/UserRoles/UsersInOrganisationAndRole/{roleName}/{organisationPublicId}',
    who: 'subscriberAdmin',
    people: 'unbounded',
  },
  'UserRoles.IsSelfAssignedWithRole': {
    method: 'GET',
    path: '/UserRoles/IsSelfAssignedWithRole',
    who: 'session',
    query: ['role'],
  },
} as const satisfies Record<string, Call>;
