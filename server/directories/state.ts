/** Finds whether directories send requests, and whether their requests succeed. */
import { sql } from 'kysely';
import type { Overview } from '../../api/contract/overview.ts';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { ProvisioningStatus } from '../../api/contract/directories.shapes.ts';
import { addMs, DAY, HOUR } from '../clock.ts';
import type { Queries } from '../db/database.ts';

/** A directory sends requests several times a day, even if nothing has changed. */
const SILENT_AFTER_MS = 3 * DAY;
/** Number of consecutive refused requests. */
const FAILING_AFTER_REQUESTS = 20;

interface DirectoryState {
  readonly organisation_id: string;
  readonly name: string;
  readonly state: ProvisioningStatus['state'];
  readonly since: Date | null;
  readonly last_request_at: Date | null;
  /** Of the last hour. */
  readonly refused: number;
}

/** The states of these organisations, or of all; those that never had a directory are left out. */
export async function findStates(
  queries: Queries,
  organisationIds: readonly string[] | 'all',
  now: Date,
): Promise<DirectoryState[]> {
  const wanted = organisationIds === 'all' ? sql`true` : sql`o.organisation_id = ANY (${organisationIds}::uuid[])`;
  const { rows } = await sql<DirectoryState>`
    SELECT s.organisation_id, s.name, s.last_request_at, s.state,
           (SELECT count(*)::int FROM scim_requests r
             WHERE r.organisation_id = s.organisation_id AND r.at > ${addMs(now, -HOUR)} AND r.status >= 400) AS refused,
           CASE s.state WHEN 'silent' THEN s.last_request_at WHEN 'failing' THEN s.failing_from END AS since
      FROM (
        SELECT o.organisation_id, o.name, l.last_request_at, l.failing_from,
               CASE WHEN k.valid = 0 OR l.last_request_at IS NULL THEN 'notConnected'
                    WHEN l.last_request_at < ${addMs(now, -SILENT_AFTER_MS)} THEN 'silent'
                    WHEN l.requests = ${FAILING_AFTER_REQUESTS} AND l.refused = l.requests THEN 'failing'
                    ELSE 'working' END AS state
          FROM organisations o
          JOIN (SELECT organisation_id, count(*) FILTER (WHERE expires_at > ${now}) AS valid FROM scim_keys GROUP BY organisation_id) k
            USING (organisation_id)
          CROSS JOIN LATERAL (
            SELECT max(at) AS last_request_at, min(at) AS failing_from, count(*) AS requests, count(*) FILTER (WHERE status >= 400) AS refused
              FROM (SELECT at, status FROM scim_requests r WHERE r.organisation_id = o.organisation_id
                     ORDER BY request_id DESC LIMIT ${FAILING_AFTER_REQUESTS}) newest) l
         WHERE ${wanted}) s
     ORDER BY s.name`.execute(queries);
  return rows;
}

/** Finds directories for the overview; an administrator of one organisation sees its own only. */
export async function findDirectoriesInTrouble(queries: Queries, actor: Person, now: Date): Promise<Overview['directories']> {
  const states = await findStates(queries, isSystemAdmin(actor) ? 'all' : [actor.organisationId], now);
  return states.flatMap(({ organisation_id: publicId, name: organisationName, state, since }) =>
    since !== null && (state === 'silent' || state === 'failing')
      ? [{ publicId, organisationName, state, since: since.toISOString() }]
      : [],
  );
}
