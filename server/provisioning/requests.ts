/** The last requests of an organisation's directory, for its administrators. */
import type { ProvisioningRequest } from '../../api/contract/provisioning.ts';
import type { Queries } from '../db/database.ts';

const KEPT_REQUESTS = 100;

export async function findRequests(queries: Queries, organisationId: string): Promise<ProvisioningRequest[]> {
  const rows = await queries
    .selectFrom('scim_requests as r')
    .leftJoin('users as u', 'u.user_id', 'r.user_id')
    .leftJoin('scim_groups as g', 'g.group_id', 'r.group_id')
    .select(['r.at', 'r.key_name', 'r.method', 'r.path', 'r.status', 'r.outcome', 'r.people', 'r.problem', 'g.display_name'])
    .select(['u.user_name', 'u.first_name', 'u.last_name'])
    .where('r.organisation_id', '=', organisationId)
    .orderBy('r.request_id', 'desc')
    .limit(KEPT_REQUESTS)
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    key: row.key_name,
    method: row.method,
    path: row.path,
    status: row.status,
    outcome: row.outcome,
    people: row.people,
    user:
      row.user_name === null ? null : { userName: row.user_name, displayName: `${row.first_name ?? ''} ${row.last_name ?? ''}` },
    group: row.display_name,
    problem: row.problem,
  }));
}
