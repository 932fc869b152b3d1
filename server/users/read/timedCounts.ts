/**
 * Keeps `timed_counts`: users with a live session, live sessions and dormant users, which no change of a row tells, because they come
 * and go with time. A job counts them for all scopes at once; the overview reads the row of its scope.
 */
import { sql } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { addMs, MINUTE, SECOND } from '../../clock.ts';
import { renewIfStale } from '../../db/advisoryLock.ts';
import type { Db, Queries } from '../../db/database.ts';
import { filterConditions } from './filters.ts';
import { activeUserIds } from './rows.ts';

export interface TimedCounts {
  /** Users with a live session. */
  readonly loggedIn: number;
  /** Live sessions. */
  readonly sessions: number;
  /** Users not seen for long. */
  readonly dormant: number;
}

/** Advisory lock, the same in all processes: held while the counts are replaced. */
const TIMED_COUNTS_LOCK = 7_406_037;
/** With a job every ten seconds in each process, the counts are half a minute old at most. */
const RENEWED_AFTER_MS = 20 * SECOND;
/** Several runs have failed. */
const STALE_AFTER_MS = 2 * MINUTE;
/** Of all organisations, as scope beside the ids of organisations. */
const ALL = 'all';

/** One process at a time; the others find nothing to do. @returns whether the counts were replaced */
export async function renewTimedCounts(db: Db, now: Date, renewedAfterMs = RENEWED_AFTER_MS): Promise<boolean> {
  return renewIfStale(db, {
    lock: TIMED_COUNTS_LOCK,
    isFresh: (queries) => isCounted(queries, now, renewedAfterMs),
    async renew(tx) {
      await tx.deleteFrom('timed_counts').execute();
      await sql`INSERT INTO timed_counts (scope, counted_at, logged_in, sessions, dormant)
        SELECT scope, ${now}, logged_in, sessions, dormant FROM (${countsByScope(now)}) counted`.execute(tx);
    },
  });
}

/** Those of the last run. While the job does not run they are counted anew. */
export async function readTimedCounts(queries: Queries, actor: Person, now: Date): Promise<TimedCounts> {
  const scope = isSystemAdmin(actor) ? ALL : actor.organisationId;
  const { rows } = await sql<TimedCounts>`
    WITH counted AS MATERIALIZED (SELECT * FROM timed_counts WHERE scope IN (${ALL}, ${scope}) AND ${isOfLast(now, STALE_AFTER_MS)})
    SELECT coalesce(sum(logged_in) FILTER (WHERE scope = ${scope}), 0)::int AS "loggedIn",
           coalesce(sum(sessions) FILTER (WHERE scope = ${scope}), 0)::int AS sessions,
           coalesce(sum(dormant) FILTER (WHERE scope = ${scope}), 0)::int AS dormant
      FROM counted HAVING bool_or(scope = ${ALL})`.execute(queries);
  return rows[0] ?? (await countNow(queries, scope, now));
}

async function countNow(queries: Queries, scope: string, now: Date): Promise<TimedCounts> {
  const { rows } = await sql<TimedCounts>`
    SELECT logged_in AS "loggedIn", sessions, dormant FROM (${countsByScope(now)}) counted WHERE scope = ${scope}`.execute(
    queries,
  );
  return rows[0] ?? { loggedIn: 0, sessions: 0, dormant: 0 };
}

/** {@link ALL} always among them. */
const countsByScope = (now: Date) => sql`
  SELECT scope, sum(logged_in)::int AS logged_in, sum(sessions)::int AS sessions, sum(dormant)::int AS dormant FROM (
    SELECT ${ALL} AS scope, 0 AS logged_in, 0 AS sessions, 0 AS dormant
    UNION ALL
    SELECT s.scope, count(DISTINCT live.user_id), count(*), 0 FROM (${activeUserIds(now)}) live JOIN users u USING (user_id)
     CROSS JOIN LATERAL (VALUES (${ALL}), (u.organisation_id::text)) s (scope) GROUP BY 1
    UNION ALL
    SELECT s.scope, 0, 0, sum(one.dormant)
      FROM (SELECT u.organisation_id, count(*) AS dormant FROM users u WHERE ${filterConditions.dormant(now)} GROUP BY 1) one
     CROSS JOIN LATERAL (VALUES (${ALL}), (one.organisation_id::text)) s (scope) GROUP BY 1
  ) part GROUP BY 1`;

/** Also not of a time to come: the clock of that process was wrong. */
const isOfLast = (now: Date, withinMs: number) =>
  sql<boolean>`(counted_at > ${addMs(now, -withinMs)} AND counted_at < ${addMs(now, withinMs)})`;

async function isCounted(queries: Queries, now: Date, withinMs: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM timed_counts WHERE scope = ${ALL} AND ${isOfLast(now, withinMs)}`.execute(queries);
  return rows.length > 0;
}
