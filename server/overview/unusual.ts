/**
 * Finds what is unusual among the events of the last 24 hours, of all organisations and of each. At most {@link MAX_EVENTS}
 * failures are read and as many of the other noteworthy events, by their own index; where there are more, `since` says from when on
 * the numbers count.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Unusual } from '../../api/contract/overview.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { findReaders, type FoundUnusual } from './readers.ts';

/**
 * With so many failures in a day, a run takes half a second to a second of one core (docs/bench.md), twice or three times a minute.
 */
const MAX_EVENTS = 100_000;
/** Maximum of findings of one kind. */
const MAX_OF_KIND = 3;

/** Numbers of events from which a finding is reported, in the order of the page. */
const thresholds = {
  /** Five failures lock an account: four accounts, or one over and over. Users behind one address make fewer together. */
  failuresFromAddress: 20,
  /** Ten failures lock the account twice; a user who has forgotten the password seldom waits that long. */
  failuresOnAccount: 10,
  /** The screens offer nothing that would be refused: such requests try out addresses or identifiers. */
  refusals: 10,
  /** A lost phone causes one reset; several a day mean help for a team, or a taken-over account. */
  resets: 5,
  /** More than a whole team that leaves. */
  accessChanges: 25,
} as const satisfies Record<Exclude<Unusual['kind'], 'personalData'>, number>;
const kinds = Object.keys(thresholds) as (keyof typeof thresholds)[];

/** The condition of the index `audit_events_noteworthy` must follow from each of these two. */
const isFailure = sql`e.outcome = 'failure'`;
const isOther = sql`(e.outcome = 'refused' OR e.outcome = 'success' AND e.action IN ('Users.ResetAuthentication', 'Users.Enable'))`;

/** Subjects for which an event `r` counts. */
const subjectsOfFailure = sql`
  (VALUES ('failuresFromAddress', r.ip, lower(r.target)), ('failuresOnAccount', lower(r.target), r.ip))`;
/**
 * Subjects are user names as the report's filters match them: without regard to case, and the impersonated user as well as the
 * administrator.
 */
const subjectsOfOther = sql`(
  SELECT DISTINCT CASE WHEN r.outcome = 'refused' THEN 'refusals' WHEN r.action = 'Users.Enable' THEN 'accessChanges' ELSE 'resets' END,
         lower(name), lower(r.target) FROM unnest(ARRAY[r.actor, r.on_behalf_of]) name)`;

/** The scope of all organisations, besides the ids of organisations. */
export const ALL = 'all';

/** @returns the findings by scope, {@link ALL} always among them */
export async function findUnusual(queries: Queries, now: Date, maxEvents = MAX_EVENTS): Promise<Map<string, Unusual[]>> {
  const find = (isMeant: RawBuilder<unknown>, subjects: RawBuilder<unknown>) =>
    findAmong(queries, { after: addMs(now, -DAY), isMeant, subjects, maxEvents });
  const found = [...(await find(isFailure, subjectsOfFailure)), ...(await find(isOther, subjectsOfOther))];
  found.push(...(await findReaders(queries, now, { all: ALL, maxOfScope: MAX_OF_KIND })));
  const byScope = new Map<string, Unusual[]>([[ALL, []]]);
  for (const kind of [...kinds, 'personalData'])
    for (const { scope, since, ...one } of found.filter((each) => each.kind === kind))
      byScope.set(scope, [...(byScope.get(scope) ?? []), { ...one, since: since.toISOString() }]);
  return byScope;
}

interface Wanted {
  readonly after: Date;
  readonly isMeant: RawBuilder<unknown>;
  readonly subjects: RawBuilder<unknown>;
  readonly maxEvents: number;
}

const thresholdRows = sql.join(kinds.map((kind) => sql`(${sql.lit(kind)}, ${sql.lit(thresholds[kind])})`));

async function findAmong(queries: Queries, { after, isMeant, subjects, maxEvents }: Wanted): Promise<FoundUnusual[]> {
  const { rows } = await sql<FoundUnusual>`
    WITH newest AS MATERIALIZED (
      SELECT e.at, e.ip, e.target, e.actor, e.on_behalf_of, e.action, e.outcome, e.organisation_id, e.organisation FROM audit_events e
       WHERE e.at >= ${after} AND ${isMeant} ORDER BY e.at DESC LIMIT ${sql.lit(maxEvents)}),
    -- Of the oldest moment there may be more events that were not read.
    span AS (SELECT CASE WHEN count(*) < ${sql.lit(maxEvents)} THEN ${after}::timestamptz
                         ELSE date_trunc('milliseconds', min(at)) + interval '1 millisecond' END AS since FROM newest),
    concerned AS MATERIALIZED (
      SELECT s.kind, s.subject, s.other, r.organisation_id, r.organisation
        FROM newest r CROSS JOIN LATERAL ${subjects} s (kind, subject, other)
       WHERE s.subject IS NOT NULL AND r.at >= (SELECT since FROM span)),
    -- Few: what is counted exactly below, and sorted for that.
    frequent AS (
      SELECT kind, subject, threshold FROM concerned
        JOIN (VALUES ${thresholdRows}) t (kind, threshold) USING (kind)
       GROUP BY kind, subject, threshold HAVING count(*) >= threshold),
    counted AS (
      SELECT CASE WHEN grouping(c.organisation_id) = 1 THEN ${sql.lit(ALL)} ELSE c.organisation_id::text END AS scope,
             kind, subject, count(*)::int AS events, count(DISTINCT c.other)::int AS others,
             CASE WHEN count(DISTINCT c.organisation_id) = 1 AND count(c.organisation_id) = count(*) THEN max(c.organisation) END AS organisation
        FROM concerned c JOIN frequent USING (kind, subject)
       GROUP BY GROUPING SETS ((kind, subject, threshold), (kind, subject, threshold, c.organisation_id))
      HAVING count(*) >= threshold),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY scope, kind ORDER BY events DESC, subject) AS place FROM counted WHERE scope IS NOT NULL)
    SELECT scope, kind, subject, events, others, organisation, (SELECT since FROM span) AS since
      FROM ranked WHERE place <= ${sql.lit(MAX_OF_KIND)} ORDER BY scope, kind, place`.execute(queries);
  return rows;
}
