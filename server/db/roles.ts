import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Queries } from './database.ts';

/** Normal form for storage: unique and sorted. */
export const roleSet = (roleNames: readonly string[]): string[] => [...new Set(roleNames)].sort();

export async function areRoles(queries: Queries, roleNames: readonly string[]): Promise<boolean> {
  if (roleNames.length === 0) return true;
  const known = await queries.selectFrom('roles').select('role_name').where('role_name', 'in', roleSet(roleNames)).execute();
  return known.length === roleSet(roleNames).length;
}

/**
 * `hasAdministrativeRole` of the contract in SQL.
 * @param roles a text[]
 * @param house whether their holder belongs to the operator's own organisation
 */
export const isAdministrative = (roles: RawBuilder<unknown>, house: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${roles} && '{SubscriberAdministration,SystemAdministration}' OR ${house} AND ${roles} @> '{Support}')`;
