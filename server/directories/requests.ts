/** The last requests of an organisation's directory, for its administrators. */
import { sql } from 'kysely';
import type { ProvisioningOutcome, ProvisioningProblem } from '../../api/contract/directories.calls.ts';
import type { ProvisioningRequest } from '../../api/contract/directories.ts';
import type { Queries } from '../db/database.ts';
import { personReference } from '../db/personReference.ts';

const KEPT_REQUESTS = 100;

const MAX_PATH_LENGTH = 200;

export interface RequestRecord {
  readonly organisationId: string;
  readonly at: Date;
  readonly keyName: string;
  readonly method: string;
  /** The path below /scim/v2, without the query, whose filters name users. */
  readonly path: string;
  readonly status: number;
  readonly outcome: ProvisioningOutcome;
  readonly people?: number;
  readonly userId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly problem?: ProvisioningProblem | undefined;
}

/** Uses one statement, which waits for no other: of two at once, each skips the rows that the other is deleting. */
export async function recordRequest(queries: Queries, request: RequestRecord): Promise<void> {
  const { organisationId, userId = null, groupId = null } = request;
  await sql`
    WITH old AS (
      SELECT request_id FROM scim_requests WHERE organisation_id = ${organisationId}
       ORDER BY request_id DESC OFFSET ${KEPT_REQUESTS - 1} FOR UPDATE SKIP LOCKED),
    dropped AS (DELETE FROM scim_requests WHERE request_id IN (SELECT request_id FROM old))
    INSERT INTO scim_requests (organisation_id, at, key_name, method, path, status, outcome, people, user_id, group_id, problem)
    SELECT ${organisationId}::uuid, ${request.at}::timestamptz, ${request.keyName}::text, ${request.method}::text,
           ${request.path.slice(0, MAX_PATH_LENGTH)}::text, ${request.status}::int, ${request.outcome}::text, ${request.people ?? 0}::int,
           (SELECT user_id FROM users WHERE user_id = ${userId}::uuid), (SELECT group_id FROM scim_groups WHERE group_id = ${groupId}::uuid),
           ${request.problem ?? null}::text`.execute(queries);
}

export async function findRequests(queries: Queries, organisationId: string): Promise<ProvisioningRequest[]> {
  const rows = await queries
    .selectFrom('scim_requests as r')
    .leftJoin('users as u', 'u.user_id', 'r.user_id')
    .leftJoin('scim_groups as g', 'g.group_id', 'r.group_id')
    .select(['r.at', 'r.key_name', 'r.method', 'r.path', 'r.status', 'r.outcome', 'r.people', 'r.problem', 'g.display_name'])
    .select(personReference('u').as('user'))
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
    user: row.user,
    group: row.display_name,
    problem: row.problem,
  }));
}
