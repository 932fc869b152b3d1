/** Finds whether users of organisations log in with an identity provider, and whether that was tried. */
import { sql } from 'kysely';
import type { LogInState } from '../../../api/contract/organisations.connections.ts';
import { addMs, HOUR } from '../../clock.ts';
import type { Queries } from '../../db/database.ts';

interface LogIns {
  readonly organisation_id: string;
  readonly state: LogInState;
  /** When a dry run has last brought the browser back with a valid answer. */
  readonly tested_at: Date | null;
  /** Logins that were refused in the last hour. */
  readonly refused: number;
}

export async function findLogIns(queries: Queries, organisationIds: readonly string[] | 'all', now: Date): Promise<LogIns[]> {
  const wanted = organisationIds === 'all' ? sql`true` : sql`o.organisation_id = ANY (${organisationIds}::uuid[])`;
  const { rows } = await sql<LogIns>`
    SELECT o.organisation_id,
           CASE WHEN o.sso_required THEN 'required' WHEN bool_or(c.enabled) THEN 'optional' WHEN count(c.connection_id) > 0 THEN 'off' ELSE 'none' END AS state,
           max(a.tested_at) AS tested_at, coalesce(sum(a.refused), 0)::int AS refused
      FROM organisations o
      LEFT JOIN connections c USING (organisation_id)
      LEFT JOIN LATERAL (
        SELECT max(at) FILTER (WHERE purpose = 'test' AND outcome = 'tested') AS tested_at,
               count(*) FILTER (WHERE purpose IN ('login', 'stepUp', 'link') AND outcome = 'refused' AND at > ${addMs(now, -HOUR)}) AS refused
          FROM sso_outcomes s WHERE s.connection_id = c.connection_id) a ON true
     WHERE ${wanted}
     GROUP BY o.organisation_id, o.sso_required`.execute(queries);
  return rows;
}
