/** Giving one role to users, and taking it from them. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { administrator } from '../accounts/author.ts';
import { setRoles } from '../accounts/roles.ts';
import type { ServerAction } from '../actions/action.ts';
import type { Queries } from '../db/database.ts';
import { areRoles } from '../db/roles.ts';
import { problem } from '../http/problem.ts';

/** @throws Invalid */
export async function requireRoles(queries: Queries, roles: readonly string[]): Promise<void> {
  if (!(await areRoles(queries, roles))) throw problem('Invalid', { fields: { roles: { problem: 'InvalidClaim' } } });
}

const resolveRole = async (queries: Queries, args: ActionArgs) => {
  if (!(await areRoles(queries, [args.roleName ?? ''])))
    throw problem('Invalid', { fields: { roleName: { problem: 'InvalidClaim' } } });
  return args;
};

export const roleServerActions = {
  giveRole: {
    resolve: resolveRole,
    change: (tx, call, user, { roleName = '' }) => setRoles(tx, administrator(call), user, [...user.roles, roleName]),
  },
  takeRole: {
    resolve: resolveRole,
    change: (tx, call, user, { roleName }) =>
      setRoles(
        tx,
        administrator(call),
        user,
        user.roles.filter((role) => role !== roleName),
      ),
  },
} as const satisfies Record<string, ServerAction>;
