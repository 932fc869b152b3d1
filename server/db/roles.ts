/** The roles there are. */
import type { Queries } from './database.ts';

/** A set of roles as it is stored: none twice, always in one order. */
export const roleSet = (roleNames: readonly string[]): string[] => [...new Set(roleNames)].sort();

export async function areRoles(queries: Queries, roleNames: readonly string[]): Promise<boolean> {
  if (roleNames.length === 0) return true;
  const known = await queries.selectFrom('roles').select('role_name').where('role_name', 'in', roleSet(roleNames)).execute();
  return known.length === roleSet(roleNames).length;
}
