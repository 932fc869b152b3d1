/** Operations of roles: list, assignments, grantable roles. */
import { z } from 'zod';
import { callsOf, MAX_STREAM_MS, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { count, id } from './shape.ts';
import { UserSummary } from './users.shapes.ts';

export const Role = z.object({
  roleName: z.string(),
  description: z.string(),
  administrative: z.boolean(),
  /** Within the caller's scope. */
  userCount: count,
});
export type Role = z.infer<typeof Role>;

const byUserName = z.strictObject({ userName: z.string() });

export const rolesOperations = operations({
  'Roles.List': { method: 'GET', path: '/Roles', who: 'subscriberAdmin', summary: 'All roles', reply: z.array(Role) },
  'Roles.Self': { method: 'GET', path: '/Roles/Self', who: 'session', summary: 'The own roles', reply: z.array(z.string()) },
  'Roles.User': {
    method: 'GET',
    path: '/Roles/User/{userName}',
    who: 'subscriberAdmin',
    summary: "A user's roles",
    params: byUserName,
    reply: z.array(z.string()),
  },
  'Roles.SetUser': {
    method: 'POST',
    path: '/Roles/User/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    idempotencyKey: true,
    effects: ['givesAdministration', 'takesAdministration'],
    summary: "Set a user's roles: the whole new set",
    params: byUserName,
    body: z.strictObject({ roles: z.array(z.string().max(100)).max(100) }),
    query: reasonQuery,
    reply: z.array(z.string()),
    problems: ['OwnAccount', 'LastSystemAdministrator', 'LastAdministrator', 'Invalid', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'UserRoles.User': {
    method: 'GET',
    path: '/UserRoles/{userName}',
    who: 'session',
    summary: "The own roles, or a user's",
    params: byUserName,
    reply: z.array(z.string()),
  },
  'UserRoles.Administration': {
    method: 'GET',
    path: '/UserRoles/Administration/{userName}',
    who: 'subscriberAdmin',
    summary: 'What a user has, may be given, and what is locked and why',
    description:
      '`assignable` are roles the user does not have and the caller may give. `locked` are roles, had or not, that the caller may neither give nor take; of the assigned ones, all others may be taken.',
    params: byUserName,
    reply: z.object({
      userName: z.string(),
      assigned: z.array(Role),
      assignable: z.array(Role),
      locked: z.array(z.object({ roleName: z.string(), reason: z.string() })),
    }),
  },
  'UserRoles.UsersInRole': {
    method: 'GET',
    path: '/UserRoles/UsersInRole/{roleName}',
    who: 'subscriberAdmin',
    people: 'unbounded',
    timeoutMs: MAX_STREAM_MS,
    summary: 'Who has a role, within scope',
    params: z.strictObject({ roleName: z.string() }),
    reply: z.array(UserSummary),
    problems: ['NotFound', 'TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'UserRoles.UsersInOrganisationAndRole': {
    method: 'GET',
    path: '/UserRoles/UsersInOrganisationAndRole/{roleName}/{organisationPublicId}',
    who: 'subscriberAdmin',
    people: 'unbounded',
    timeoutMs: MAX_STREAM_MS,
    summary: 'Who has a role within an organisation',
    params: z.strictObject({ roleName: z.string(), organisationPublicId: id }),
    reply: z.array(UserSummary),
    problems: ['NotFound', 'TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'UserRoles.IsSelfAssignedWithRole': {
    method: 'GET',
    path: '/UserRoles/IsSelfAssignedWithRole',
    who: 'session',
    summary: 'Whether the caller has a role: a bare boolean',
    query: z.strictObject({ role: z.string().max(100) }),
    reply: z.boolean(),
  },
});

export const rolesCalls = callsOf(rolesOperations);
