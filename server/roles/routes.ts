/** Routes of roles. */
import { effectsOfRoles } from '../../api/contract/effects.ts';
import { inScope } from '../../api/contract/person.ts';
import type { rolesCalls } from '../../api/contract/roles.ts';
import { lockOf, maySetRoles } from '../../api/contract/roles.policy.ts';
import type { Context } from '../context.ts';
import { areRoles, roleSet } from '../db/roles.ts';
import { requireRoles } from './actions.ts';
import { asTarget } from '../db/target.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { userActed, type ApprovableActs } from '../approvals/acts.ts';
import { approveOrRequest } from '../approvals/request.ts';
import { administrator } from '../accounts/author.ts';
import { setRoles } from '../accounts/roles.ts';
import type { UsersFacade } from './facade.ts';
import { presentRole } from './presenter.ts';
import { findRoles, organisationExists } from './repository.ts';

export function rolesRoutes({ db, reads, phrases, config }: Context, users: UsersFacade): Handlers<keyof typeof rolesCalls> {
  const rolesOf = async ({ person, params }: Pick<CallOf<'Roles.User'>, 'person' | 'params'>) => [
    ...orNotFound(await users.find(person, params.userName)).roles,
  ];

  async function listRoles(call: Pick<CallOf<'Roles.List'>, 'person' | 'now' | 'readAfter' | 'locale'>) {
    const { roles } = await users.readCounts(call);
    const rows = await reads.read(call.readAfter, findRoles);
    return rows.map((row) => presentRole(row, roles[row.role_name] ?? 0, phrases, call.locale));
  }

  return {
    'Roles.List': listRoles,

    'Roles.Self': ({ person }) => Promise.resolve([...person.roles]),

    'Roles.User': rolesOf,

    'Roles.SetUser': async (call) => {
      const { roles } = call.body;
      const { roles: now } = await users.performAction(call, {
        may: maySetRoles(roles),
        change: async (tx, person) => {
          await requireRoles(tx, roles);
          const approval = await approveOrRequest({ config }, tx, call, {
            ...userActed(person),
            effects: effectsOfRoles(asTarget(person), roles),
            detail: { roles: roleSet(roles) },
          });
          if (!approval) return 'awaitingApproval';
          const changed = await setRoles(tx, administrator(call), person, roles);
          return changed && { ...changed, ...approval };
        },
      });
      return now;
    },

    'UserRoles.User': rolesOf,

    'UserRoles.Administration': async (call) => {
      const { person, params, locale } = call;
      const target = orNotFound(await users.find(person, params.userName));
      const roles = (await listRoles(call)).map((role) => ({ role, lock: lockOf(person, target, role.roleName) }));
      const has = (roleName: string) => target.roles.includes(roleName);
      return {
        userName: target.userName,
        assigned: roles.filter(({ role }) => has(role.roleName)).map(({ role }) => role),
        assignable: roles.filter(({ role, lock }) => !has(role.roleName) && lock === null).map(({ role }) => role),
        locked: roles.flatMap(({ role: { roleName }, lock }) =>
          lock === null ? [] : { roleName, reason: phrases.say(locale, `roles:lock.${lock}`) },
        ),
      };
    },

    'UserRoles.UsersInRole': (call) => usersInRole(call, undefined),

    'UserRoles.UsersInOrganisationAndRole': async (call) => {
      const { organisationPublicId } = call.params;
      if (!inScope(call.person, organisationPublicId) || !(await organisationExists(db, organisationPublicId)))
        throw problem('NotFound');
      return usersInRole(call, organisationPublicId);
    },

    'UserRoles.IsSelfAssignedWithRole': ({ query, person }) => Promise.resolve(person.roles.includes(query.role)),
  };

  async function usersInRole(
    call: CallOf<'UserRoles.UsersInRole' | 'UserRoles.UsersInOrganisationAndRole'>,
    organisationId: string | undefined,
  ) {
    const { params, reply } = call;
    if (!(await areRoles(db, [params.roleName]))) throw problem('NotFound');
    const list = await users.inRole(call, params.roleName, organisationId);
    void reply.type('application/json; charset=utf-8');
    return list;
  }
}

function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw problem('NotFound');
  return value;
}

export const approvedRoleActs = (users: UsersFacade): ApprovableActs<'Roles.SetUser'> => ({
  'Roles.SetUser': {
    lock: users.lockForApproval(({ roles = [] }) => maySetRoles(roles)),
    carryOut: (tx, call, { target, detail: { roles = [] } }) =>
      users.performActionIn(
        tx,
        { ...call, name: 'Roles.SetUser', params: { userName: target } },
        {
          may: maySetRoles(roles),
          change: async (_tx, person) => {
            await requireRoles(tx, roles);
            return setRoles(tx, administrator(call), person, roles);
          },
        },
      ),
  },
});
