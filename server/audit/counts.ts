/**
 * Numbers of events by time, exact at any moment: counts of `audit_counts`, or of `audit_totals` for all actions together, plus the events that are not counted yet, in one
 * statement. Days are read where they lie within one bar, or with their shorter part where they lie in two, quarters of an hour
 * where they lie in more, and single events at the ends of the range. While more is uncounted than can be read beside, as after an
 * upgrade, all matching events are read.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../db/database.ts';
import { throughSeq } from './counting.ts';
import { exactRanges, type ExactRanges, type TimeRange } from './ranges.ts';

export interface CountedEvents {
  /** Undefined: of all organisations, and of none. */
  readonly organisationId: string | undefined;
  /** Names of actions, or prefixes that end with a dot; undefined: all. */
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: Outcome | undefined;
}

export type Outcome = 'success' | 'failure' | 'refused';

export interface TimeCount {
  /** The start of its bar: one of `edges`. */
  readonly from: Date;
  /** Given if asked for with `withActions`. */
  readonly action?: string;
  readonly outcome: Outcome;
  readonly events: number;
}

export interface Bars {
  /** At least 2, ascending; a bar has its first edge, and not its second. All but the first and last are whole quarters of an hour. */
  readonly edges: readonly Date[];
  /** Counts the actions of a bar apart. */
  readonly withActions?: boolean;
}

/** More than these are read one by one only in the fallback. */
const MAX_UNCOUNTED = 50_000;

/** @returns the counts above 0, by time */
export async function countEventsByTime(
  queries: Queries,
  { edges, withActions, ...which }: CountedEvents & Bars,
): Promise<TimeCount[]> {
  const columns = withActions === true ? sql`n.action, n.outcome` : sql`n.outcome`;
  const rows = await countEvents<Omit<TimeCount, 'from'> & { bar: number }>(queries, which, {
    ranges: exactRanges({ from: edges[0], to: edges.at(-1) }, edges),
    needsActions: withActions === true,
    columns: sql`width_bucket(n.at, ${edges}::timestamptz[]) AS bar, ${columns}`,
    groupBy: withActions === true ? sql`GROUP BY 1, 2, 3 ORDER BY 1` : sql`GROUP BY 1, 2 ORDER BY 1`,
  });
  return rows.map(({ bar, ...row }) => ({ from: edges[bar - 1] as Date, ...row }));
}

/** @returns actions with their counts, most frequent first */
export const countEventsByAction = (queries: Queries, which: CountedEvents, range: TimeRange, limit: number) =>
  countEvents<{ action: string; events: number }>(queries, which, {
    ranges: exactRanges(range),
    needsActions: true,
    columns: sql`n.action`,
    groupBy: sql`GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`,
  });

export async function countAllEvents(queries: Queries, which: CountedEvents, range: TimeRange): Promise<number> {
  const [row] = await countEvents<{ events: number }>(queries, which, {
    ranges: exactRanges(range),
    needsActions: false,
    columns: sql`'all' AS events_of`,
    groupBy: sql`GROUP BY 1`,
  });
  return row?.events ?? 0;
}

/** @returns times at or before the first and at or after the last event of an organisation, within a quarter of an hour */
export async function countedSpan(
  queries: Queries,
  { organisationId }: Pick<CountedEvents, 'organisationId'>,
): Promise<{ readonly first: Date | undefined; readonly last: Date | undefined }> {
  const isOwn = isOfOrganisation({ organisationId });
  const isCounted = sql`scope = ${scopeOf({ organisationId })} AND minutes = 15`;
  const { rows } = await sql<{ first: Date | null; last: Date | null; is_behind: boolean }>`
    WITH uncounted AS MATERIALIZED (${uncountedEvents})
    SELECT least((SELECT min(starts_at) FROM audit_counts WHERE ${isCounted}), (SELECT min(at) FROM uncounted WHERE ${isOwn})) AS first,
           greatest((SELECT max(starts_at) + interval '15 minutes' FROM audit_counts WHERE ${isCounted}),
                    (SELECT max(at) FROM uncounted WHERE ${isOwn})) AS last,
           (SELECT count(*) > ${MAX_UNCOUNTED} FROM uncounted) AS is_behind`.execute(queries);
  let [span] = rows;
  if (span?.is_behind !== false)
    [span] = (
      await sql<{ first: Date | null; last: Date | null; is_behind: boolean }>`
        SELECT min(at) AS first, max(at) AS last, true AS is_behind FROM audit_events WHERE ${isOwn}`.execute(queries)
    ).rows;
  return { first: span?.first ?? undefined, last: span?.last ?? undefined };
}

/** One more than can be read with the counts shows that there are too many. */
const uncountedEvents = sql`SELECT at, organisation_id, action, outcome FROM audit_events
  WHERE seq > ${throughSeq} ORDER BY seq LIMIT ${MAX_UNCOUNTED + 1}`;

type Counts = RawBuilder<unknown>;

const countsByAction: Counts = sql`audit_counts`;
/** Of all actions together, which are fewer rows to add up. */
const countsByOutcome: Counts = sql`(SELECT *, NULL::text AS action FROM audit_totals)`;

interface Grouping {
  readonly ranges: ExactRanges;
  /** Whether `columns` have the action, which `n` else may not have. */
  readonly needsActions: boolean;
  /** Of `n`, which has `at`, `action`, `outcome`. */
  readonly columns: RawBuilder<unknown>;
  readonly groupBy: RawBuilder<unknown>;
}

async function countEvents<Row extends { events: number }>(
  queries: Queries,
  which: CountedEvents,
  { ranges, needsActions, columns, groupBy }: Grouping,
): Promise<Row[]> {
  const counts = needsActions || which.actions ? countsByAction : countsByOutcome;
  const matches = sql`${isOfOrganisation(which)} AND ${isOfKind(which)}`;
  const remainders = ranges.remainders.map(
    (remainder) => sql`UNION ALL SELECT at, action, outcome, 1 FROM audit_events
      WHERE seq <= ${throughSeq} AND ${matches} AND ${isWithin('at', remainder)}`,
  );
  const { rows } = await sql<{ is_behind: boolean; counts: Row[] }>`
    WITH uncounted AS MATERIALIZED (${uncountedEvents}),
    n AS (
      SELECT at, action, outcome, 1 AS events FROM uncounted WHERE ${matches} AND ${isWithin('at', ranges.range)}
      ${sql.join(remainders, sql` `)}
      UNION ALL ${countedDays(counts, which, ranges)}
      UNION ALL ${countedHalves(counts, which, ranges)}
      UNION ALL ${countedQuarters(counts, which, ranges)}),
    counts AS (SELECT * FROM (SELECT ${columns}, sum(n.events)::bigint AS events FROM n ${groupBy}) c WHERE events > 0)
    SELECT (SELECT count(*) > ${MAX_UNCOUNTED} FROM uncounted) AS is_behind,
           coalesce((SELECT json_agg(c) FROM counts c), '[]') AS counts`.execute(queries);
  const [row] = rows;
  if (row?.is_behind === false) return row.counts;
  const { rows: read } = await sql<Row>`
    SELECT ${columns}, count(*) AS events FROM audit_events n
     WHERE ${matches} AND ${isWithin('at', ranges.range)} ${groupBy}`.execute(queries);
  return read;
}

const countedDays = (counts: Counts, which: CountedEvents, { range, halvedDays, splitDays }: ExactRanges) => sql`
  SELECT starts_at, action, outcome, events FROM ${counts} c
   WHERE scope = ${scopeOf(which)} AND minutes = 1440 AND ${isOfKind(which)} AND ${isWithin('starts_at', range)}
     AND starts_at <> ALL (${[...splitDays, ...halvedDays.map(({ day }) => day)]}::timestamptz[])`;

/** The whole day counts for the longer part, from which the shorter one is taken away again. */
const countedHalves = (counts: Counts, which: CountedEvents, { halvedDays }: ExactRanges) => sql`
  SELECT c.* FROM unnest(${halvedDays.map(({ day }) => day)}::timestamptz[], ${halvedDays.map(({ from }) => from)}::timestamptz[],
                         ${halvedDays.map(({ to }) => to)}::timestamptz[], ${halvedDays.map(({ longer }) => longer)}::timestamptz[])
                  AS h (day, shorter_from, shorter_to, longer)
  CROSS JOIN LATERAL (
    SELECT h.longer AS starts_at, action, outcome, events FROM ${counts} days
     WHERE scope = ${scopeOf(which)} AND minutes = 1440 AND starts_at = h.day AND ${isOfKind(which)}
    UNION ALL
    SELECT part.starts_at, action, outcome, part.sign * events
      FROM (SELECT action, outcome, sum(events)::bigint AS events FROM ${counts} quarters
             WHERE scope = ${scopeOf(which)} AND minutes = 15 AND starts_at >= h.shorter_from AND starts_at < h.shorter_to
               AND ${isOfKind(which)} GROUP BY 1, 2) shorter
     CROSS JOIN (VALUES (h.shorter_from, 1), (h.longer, -1)) part (starts_at, sign)
    OFFSET 0) c`;

/** Day by day along the index: joined, each count would be compared with each day. */
const countedQuarters = (counts: Counts, which: CountedEvents, { quarters, splitDays }: ExactRanges) => sql`
  SELECT q.* FROM unnest(${splitDays}::timestamptz[]) AS day CROSS JOIN LATERAL (
    SELECT starts_at, action, outcome, events FROM ${counts} c
     WHERE scope = ${scopeOf(which)} AND minutes = 15 AND starts_at >= day AND starts_at < day + interval '24 hours'
       AND ${isOfKind(which)} AND ${isWithin('starts_at', quarters)} OFFSET 0) q`;

const scopeOf = ({ organisationId }: Pick<CountedEvents, 'organisationId'>): string => organisationId ?? 'all';

const isOfOrganisation = ({ organisationId }: Pick<CountedEvents, 'organisationId'>) =>
  organisationId === undefined ? sql`true` : sql`organisation_id = ${organisationId}`;

const isOfKind = ({ actions, outcome }: CountedEvents) =>
  sql.join([outcome === undefined ? sql`true` : sql`outcome = ${outcome}`, actions ? isOneOf(actions) : sql`true`], sql` AND `);

/** In parentheses. */
const isOneOf = (actions: readonly string[]) =>
  sql`(false ${sql.join(
    actions.map((action) =>
      action.endsWith('.') ? sql`OR action LIKE ${`${action.replaceAll(/[\\%_]/g, '\\$&')}%`}` : sql`OR action = ${action}`,
    ),
    sql` `,
  )})`;

const isWithin = (column: 'at' | 'starts_at', { from, to }: TimeRange) =>
  sql`(${from ? sql`${sql.ref(column)} >= ${from}` : sql`true`} AND ${to ? sql`${sql.ref(column)} < ${to}` : sql`true`})`;
