/**
 * What is unusual among the events of the last 24 hours. At most {@link MAX_EVENTS} noteworthy events are read, by their own index;
 * where there are more, `since` says from when on the numbers count.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Unusual } from '../../api/contract/overview.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries } from '../db/database.ts';

const MAX_EVENTS = 5000;
/** Sentences of one kind. */
const MAX_OF_KIND = 3;

/** Events from which on it is worth a look. */
const thresholds = {
  /** Five failures lock an account: four accounts, or one over and over. People behind one address together make fewer. */
  failuresFromAddress: 20,
  /** Locked twice, which who has forgotten the password seldom waits for. */
  failuresOnAccount: 10,
  /** The screens offer nothing that is refused: these are addresses or identifiers that were tried out. */
  refusals: 10,
  /** A lost phone is one reset; several a day are help for a team, or an account taken over. */
  resets: 5,
  /** More than a team that leaves. */
  accessChanges: 25,
} as const satisfies Record<Unusual['kind'], number>;

/** Named `audit_events_noteworthy` in the database, whose condition must follow from each of these. */
const isFailure = sql`e.outcome = 'failure'`;
const isRefusal = sql`e.outcome = 'refused'`;
const byAction = (action: 'Users.ResetAuthentication' | 'Users.Enable') =>
  sql`e.action = ${sql.lit(action)} AND e.outcome = 'success'`;

/** User names as the report's filters match them: without regard to case, the impersonated user beside the administrator. */
const actors = sql`(SELECT DISTINCT lower(name) AS name FROM unnest(ARRAY[r.actor, r.on_behalf_of]) name) s`;

interface Found {
  subject: string;
  events: number;
  others: number;
  organisation: string | null;
}

export async function findUnusual(queries: Queries, actor: Person, now: Date): Promise<Unusual[]> {
  const dayAgo = addMs(now, -DAY);
  return [
    ...(await find('failuresFromAddress', isFailure, sql`LATERAL (SELECT r.ip AS name) s`, sql`lower(r.target)`)),
    ...(await find('failuresOnAccount', isFailure, sql`LATERAL (SELECT lower(r.target) AS name) s`, sql`r.ip`)),
    ...(await find('refusals', isRefusal, sql`LATERAL ${actors}`, sql`lower(r.target)`)),
    ...(await find('resets', byAction('Users.ResetAuthentication'), sql`LATERAL ${actors}`, sql`lower(r.target)`)),
    ...(await find('accessChanges', byAction('Users.Enable'), sql`LATERAL ${actors}`, sql`lower(r.target)`)),
  ];

  async function find(
    kind: Unusual['kind'],
    condition: RawBuilder<unknown>,
    subject: RawBuilder<unknown>,
    other: RawBuilder<unknown>,
  ): Promise<Unusual[]> {
    const scope = reachesAllOrganisations(actor) ? sql`true` : sql`e.organisation_id = ${actor.organisationId}`;
    const { rows } = await sql<{ since: Date; found: Found[] | null }>`
      WITH newest AS MATERIALIZED (
        SELECT e.at, e.ip, e.target, e.actor, e.on_behalf_of, e.organisation_id, e.organisation FROM audit_events e
         WHERE e.at >= ${dayAgo} AND ${condition} AND ${scope} ORDER BY e.at DESC LIMIT ${sql.lit(MAX_EVENTS)}),
      -- Of the oldest moment there may be more events that were not read.
      span AS (SELECT CASE WHEN count(*) < ${sql.lit(MAX_EVENTS)} THEN ${dayAgo}::timestamptz
                           ELSE date_trunc('milliseconds', min(at)) + interval '1 millisecond' END AS since FROM newest),
      found AS (
        SELECT s.name AS subject, count(*)::int AS events, count(DISTINCT ${other})::int AS others,
               CASE WHEN count(DISTINCT r.organisation_id) = 1 AND count(r.organisation_id) = count(*) THEN max(r.organisation) END AS organisation
          FROM newest r CROSS JOIN ${subject}
         WHERE s.name IS NOT NULL AND r.at >= (SELECT since FROM span)
         GROUP BY s.name HAVING count(*) >= ${sql.lit(thresholds[kind])} ORDER BY count(*) DESC, s.name LIMIT ${sql.lit(MAX_OF_KIND)})
      SELECT (SELECT since FROM span) AS since, (SELECT json_agg(found) FROM found) AS found`.execute(queries);
    const [{ since, found } = { since: dayAgo, found: null }] = rows;
    return (found ?? []).map((one) => ({ kind, ...one, since: since.toISOString() }));
  }
}
