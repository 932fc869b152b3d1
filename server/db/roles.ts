import type { Queries } from './database.ts';

/** Normal form for storage: unique and sorted. */
export const roleSet = (roleNames: readonly string[]): string[] => [...new Set(roleNames)].sort();

export async function areRoles(queries: Queries, roleNames: readonly string[]): Promise<boolean> {
  if (roleNames.length === 0) return true;
  const known = await queries.selectFrom('roles').select('role_name').where('role_name', 'in', roleSet(roleNames)).execute();
  return known.length === roleSet(roleNames).length;
}
