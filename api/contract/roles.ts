/** Shapes of roles. */
import { z } from 'zod';
import { MAX_STREAM_MS, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { rolesCalls } from './roles.calls.ts';
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

export const rolesOperations = operations(rolesCalls, {
  'Roles.List': { summary: 'All roles', reply: z.array(Role) },
  'Roles.Self': { summary: 'The own roles', reply: z.array(z.string()) },
  'Roles.User': { summary: "A user's roles", params: byUserName, reply: z.array(z.string()) },
  'Roles.SetUser': {
    effects: ['givesAdministration', 'takesAdministration'],
    summary: "Set a user's roles: the whole new set",
    params: byUserName,
    body: z.strictObject({ roles: z.array(z.string().max(100)).max(100) }),
    query: reasonQuery,
    reply: z.array(z.string()),
    problems: ['OwnAccount', 'LastSystemAdministrator', 'LastAdministrator', 'Invalid', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'UserRoles.User': { summary: "The own roles, or a user's", params: byUserName, reply: z.array(z.string()) },
  'UserRoles.Administration': {
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
    timeoutMs: MAX_STREAM_MS,
    summary: 'Who has a role, within scope',
    params: z.strictObject({ roleName: z.string() }),
    reply: z.array(UserSummary),
    problems: ['NotFound', 'TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'UserRoles.UsersInOrganisationAndRole': {
    timeoutMs: MAX_STREAM_MS,
    summary: 'Who has a role within an organisation',
    params: z.strictObject({ roleName: z.string(), organisationPublicId: id }),
    reply: z.array(UserSummary),
    problems: ['NotFound', 'TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'UserRoles.IsSelfAssignedWithRole': {
    summary: 'Whether the caller has a role: a bare boolean',
    query: z.strictObject({ role: z.string().max(100) }),
    reply: z.boolean(),
  },
});
