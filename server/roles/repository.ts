/** SQL of roles. */
import { SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { roleSet } from '../db/roles.ts';
import { problem } from '../http/problem.ts';
import { requireSystemAdministrator } from '../session/systemAdministrators.ts';

export const findRoles = (queries: Queries) =>
  queries.selectFrom('roles').selectAll().orderBy('administrative', 'desc').orderBy('role_name').execute();
export type RoleRow = Awaited<ReturnType<typeof findRoles>>[number];

/** @returns the roles granted and revoked; undefined if the set is the same. @throws LastSystemAdministrator; ManagedByDirectory */
export async function setRoles(
  tx: Transaction,
  { user_id: userId, roles: former }: { user_id: string; roles: string[] },
  roleNames: readonly string[],
): Promise<{ given: string[]; taken: string[] } | undefined> {
  const roles = roleSet(roleNames);
  const given = roles.filter((role) => !former.includes(role));
  const taken = former.filter((role) => !roles.includes(role));
  if (given.length + taken.length === 0) return undefined;
  if (taken.length > 0) await requireOwnRoles(tx, userId, taken);
  await tx.updateTable('users').set({ roles }).where('user_id', '=', userId).execute();
  if (taken.includes(SYSTEM_ADMINISTRATION)) await requireSystemAdministrator(tx);
  return { given, taken };
}

/** A role that a group of the directory or of the identity provider grants would be granted again. */
async function requireOwnRoles(tx: Transaction, userId: string, taken: readonly string[]): Promise<void> {
  const row = await tx.selectFrom('mapped_users').select('roles').where('user_id', '=', userId).executeTakeFirst();
  if (row?.roles.some((role) => taken.includes(role))) throw problem('ManagedByDirectory');
}

export async function organisationExists(queries: Queries, organisationId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('organisations')
    .select('organisation_id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row !== undefined;
}
