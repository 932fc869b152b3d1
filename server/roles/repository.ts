/** SQL of roles. */
import type { Queries } from '../db/database.ts';

export const findRoles = (queries: Queries) =>
  queries.selectFrom('roles').selectAll().orderBy('administrative', 'desc').orderBy('role_name').execute();
export type RoleRow = Awaited<ReturnType<typeof findRoles>>[number];

export async function organisationExists(queries: Queries, organisationId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('organisations')
    .select('organisation_id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row !== undefined;
}
