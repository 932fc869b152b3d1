/** SQL of the groups that a directory has sent, as its administrators see them. */
import { sql } from 'kysely';
import type { ProvisioningGroup } from '../../../api/contract/directories.shapes.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import type { AdministeredOrganisation } from '../../http/administeredOrganisation.ts';

export const selectGroups = (queries: Queries) =>
  queries
    .selectFrom('scim_groups as g')
    .leftJoin('connections as c', 'c.connection_id', 'g.connection_id')
    .select(['g.group_id', 'g.organisation_id', 'g.display_name', 'g.external_id', 'g.changed_at', 'c.name as connection'])
    .select([
      sql<number>`(SELECT count(*)::int FROM scim_members m WHERE m.group_id = g.group_id)`.as('members'),
      sql<string[]>`ARRAY(SELECT r.role_name FROM scim_group_roles r WHERE r.group_id = g.group_id ORDER BY r.role_name)`.as(
        'roles',
      ),
    ]);

export type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['executeTakeFirstOrThrow']>>;

export const requireGroup = async (
  queries: Queries,
  { organisation_id: organisationId }: AdministeredOrganisation,
  groupId: string,
): Promise<void> => {
  const found = await selectGroups(queries)
    .where('g.group_id', '=', groupId)
    .where('g.organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!found) throw problem('NotFound');
};

export async function findLocked(
  tx: Transaction,
  { organisation_id: organisationId }: AdministeredOrganisation,
  groupId: string,
): Promise<GroupRow | undefined> {
  await tx.selectFrom('scim_groups').select('group_id').where('group_id', '=', groupId).forUpdate().execute();
  return selectGroups(tx).where('g.group_id', '=', groupId).where('g.organisation_id', '=', organisationId).executeTakeFirst();
}

/** Locks a group, so that no request of the directory changes its members meanwhile. @throws NotFound */
export async function lockGroup(tx: Transaction, organisation: AdministeredOrganisation, groupId: string): Promise<GroupRow> {
  const found = await findLocked(tx, organisation, groupId);
  if (!found) throw problem('NotFound');
  return found;
}

export async function membersOf(queries: Queries, groupId: string): Promise<string[]> {
  const rows = await queries.selectFrom('scim_members').select('user_id').where('group_id', '=', groupId).execute();
  return rows.map((row) => row.user_id);
}

export const present = (row: GroupRow): ProvisioningGroup => ({
  groupId: row.group_id,
  displayName: row.display_name,
  externalId: row.external_id,
  connection: row.connection,
  members: row.members,
  roles: row.roles,
  changedAt: row.changed_at.toISOString(),
});
