/**
 * Numbers of events by time, exact at any moment: of signed events from `audit_daily`, a roll-up by day (UTC) and quarter of an hour, of which
 * the days and hours of every time zone consist; of the others, and at the ends of a range that are within a quarter, from the events themselves.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../db/database.ts';

export interface CountedEvents {
  /** Undefined: events of all organisations, and of none. */
  readonly organisationId: string | undefined;
  /** Names of actions, or prefixes that end with a dot; undefined: all. */
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: Outcome | undefined;
}

export type Outcome = 'success' | 'failure' | 'refused';

export interface TimeRange {
  /** Inclusive start; undefined: open. */
  readonly from?: Date | undefined;
  /** Exclusive end; undefined: open. */
  readonly to?: Date | undefined;
}

export interface TimeCount {
  /** The start of its bar: one of `edges`. */
  readonly from: Date;
  /** Set with `withActions`. */
  readonly action?: string;
  readonly outcome: Outcome;
  readonly events: number;
}

export interface Bars {
  /**
   * Edges of the bars, at least 2, ascending; a bar has its first edge, and not its second. All but the first and last are whole
   * quarters of an hour.
   */
  readonly edges: readonly Date[];
  /** Counts the actions of a bar separately. */
  readonly withActions?: boolean;
}

const QUARTER_MS = 15 * 60_000;
/** Number of quarters of an hour in a day. */
export const QUARTERS = 96;
const DAY_MS = QUARTERS * QUARTER_MS;
/** The scope of all organisations, and of none, beside the ids of organisations. */
export const ALL = 'all';
/** The ends of an open range. */
const [EARLIEST, LATEST] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

/** @returns the counts above 0, by time */
export async function countEventsByTime(
  queries: Queries,
  { edges, withActions, ...which }: CountedEvents & Bars,
): Promise<TimeCount[]> {
  if (edges.slice(1, -1).some((edge) => edge.getTime() % QUARTER_MS !== 0)) throw new RangeError('An edge is within a quarter');
  const columns = withActions === true ? sql`n.action, n.outcome` : sql`n.outcome`;
  const { rows } = await sql<Omit<TimeCount, 'from'> & { bar: number }>`
    SELECT width_bucket(n.at, ${edges}::timestamptz[]) AS bar, ${columns}, sum(n.events)::bigint AS events
      FROM (${numbersOf(which, edges)}) n GROUP BY bar, ${columns} HAVING sum(n.events) > 0 ORDER BY bar`.execute(queries);
  return rows.map(({ bar, ...row }) => ({ from: edges[bar - 1] as Date, ...row }));
}

/** @returns actions with their counts, most frequent first */
export async function countEventsByAction(queries: Queries, which: CountedEvents, range: TimeRange, limit: number) {
  const { rows } = await sql<{ action: string; events: number }>`
    SELECT n.action, sum(n.events)::bigint AS events FROM (${numbersOf(which, endsOf(range))}) n
     GROUP BY 1 HAVING sum(n.events) > 0 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(queries);
  return rows;
}

export async function countAllEvents(queries: Queries, which: CountedEvents, range: TimeRange): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    SELECT coalesce(sum(n.events), 0)::bigint AS events FROM (${numbersOf(which, endsOf(range))}) n`.execute(queries);
  return rows[0]?.events ?? 0;
}

/** @returns times at or before the first and at or after the last event of an organisation, within a quarter of an hour */
export async function countedSpan(queries: Queries, which: Pick<CountedEvents, 'organisationId'>): Promise<TimeRange> {
  const counted = (day: RawBuilder<unknown>) => sql`
    audit_daily d CROSS JOIN LATERAL ${quartersOfDay} q
     WHERE d.scope = ${scopeOf(which)} AND q.events > 0 AND d.day = (SELECT ${day} FROM audit_daily WHERE scope = ${scopeOf(which)})`;
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    WITH unsigned AS MATERIALIZED (SELECT at FROM audit_events WHERE ${isUnsigned} AND ${isOfOrganisation(which)})
    SELECT least((SELECT min(q.at) FROM ${counted(sql`min(day)`)}), (SELECT min(at) FROM unsigned)) AS first,
           greatest((SELECT max(q.at) + interval '15 minutes' FROM ${counted(sql`max(day)`)}), (SELECT max(at) FROM unsigned)) AS last`.execute(
    queries,
  );
  return { from: rows[0]?.first ?? undefined, to: rows[0]?.last ?? undefined };
}

const endsOf = ({ from = EARLIEST, to = LATEST }: TimeRange): [Date, Date] => [from, to];

/**
 * SQL of the numbers between the first and the last edge: `at`, `action`, `outcome`, `events`; `at` is some time in its bar. Of
 * more than half a day the number is that of the day less its other quarters, so that fewer are added up.
 */
function numbersOf(which: CountedEvents, edges: readonly Date[]): RawBuilder<unknown> {
  const [from, to] = [edges[0] ?? EARLIEST, edges.at(-1) ?? LATEST];
  const parts = partsOf(edges);
  const isOfScope = sql`d.scope = ${scopeOf(which)} AND ${isOfKind(which)}`;
  const isMeant = sql`${isOfOrganisation(which)} AND ${isOfKind(which)}`;
  const [firstQuarter, lastQuarter] = [timeOf(Math.ceil(quarterOf(from))), timeOf(Math.floor(quarterOf(to)))];
  return sql`
    SELECT d.day::timestamp AT TIME ZONE 'UTC' AS at, action, outcome, events FROM audit_daily d
     WHERE ${isOfScope} AND d.day BETWEEN ${dayOf(from)}::date AND ${dayOf(new Date(to.getTime() - 1))}::date
       AND d.day <> ALL (${edges.filter(isWithinDay).map(dayOf)}::date[])
    UNION ALL
    SELECT p.at, action, outcome,
           CASE WHEN p.last - p.first < ${QUARTERS / 2} THEN (SELECT sum(n) FROM unnest(d.quarters[p.first:p.last]) n)
                ELSE events - coalesce((SELECT sum(n) FROM unnest(d.quarters[:p.first - 1] || d.quarters[p.last + 1:]) n), 0) END
      FROM unnest(${parts.map(({ at }) => at)}::timestamptz[], ${parts.map(({ day }) => day)}::date[],
                  ${parts.map(({ first }) => first)}::int[], ${parts.map(({ last }) => last)}::int[]) p (at, day, first, last)
      JOIN audit_daily d ON d.day = p.day AND ${isOfScope}
    UNION ALL
    SELECT at, action, outcome, 1 FROM audit_events WHERE ${isUnsigned} AND at >= ${from} AND at < ${to} AND ${isMeant}
    UNION ALL
    SELECT at, action, outcome, 1 FROM audit_events
     WHERE seq <= ${signedThrough} AND ${isMeant}
       AND (at >= ${from} AND at < least(${firstQuarter}::timestamptz, ${to}) OR at >= greatest(${lastQuarter}::timestamptz, ${from}) AND at < ${to})`;
}

/** Consecutive quarters of one day and one bar. */
interface Part {
  readonly at: Date;
  readonly day: string;
  /** Number of the first quarter, from 1 on. */
  readonly first: number;
  readonly last: number;
}

/** The quarters to read of days that belong to several bars, or partly to none. */
function partsOf(edges: readonly Date[]): Part[] {
  const quarters = edges.map(quarterOf);
  const bounds = quarters.map((quarter, index) => (index === 0 ? Math.ceil(quarter) : Math.floor(quarter)));
  return bounds.slice(1).flatMap((end, index) => {
    const start = bounds[index] ?? end;
    const isWithin = (quarter: number) => quarter % QUARTERS !== 0;
    const [afterFirstDay, lastDay] = [Math.ceil(start / QUARTERS) * QUARTERS, Math.floor(end / QUARTERS) * QUARTERS];
    if (start >= end) return [];
    if (afterFirstDay > lastDay) return [partOf(start, end)];
    return [...(isWithin(start) ? [partOf(start, afterFirstDay)] : []), ...(isWithin(end) ? [partOf(lastDay, end)] : [])];
  });
}

function partOf(start: number, end: number): Part {
  const at = timeOf(start);
  const midnight = quarterOf(startOfDay(at));
  return { at, day: dayOf(at), first: start - midnight + 1, last: end - midnight };
}

export const quarterOf = (time: Date): number => time.getTime() / QUARTER_MS;
const timeOf = (quarter: number): Date => new Date(quarter * QUARTER_MS);
const isWithinDay = (time: Date): boolean => time.getTime() % DAY_MS !== 0;
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const quartersOfDay = sql`(
  SELECT (d.day::timestamp AT TIME ZONE 'UTC') + (i - 1) * interval '15 minutes' AS at, n AS events
    FROM unnest(d.quarters) WITH ORDINALITY quarter (n, i))`;

const signedThrough = sql`coalesce((SELECT through_seq FROM audit_signatures ORDER BY number DESC LIMIT 1), 0)`;
/** With an upper bound the planner expects few unsigned events, and reads them along the index. */
const isUnsigned = sql`seq > ${signedThrough} AND seq <= 9223372036854775807`;

const scopeOf = ({ organisationId }: Pick<CountedEvents, 'organisationId'>): string => organisationId ?? ALL;

const isOfOrganisation = ({ organisationId }: Pick<CountedEvents, 'organisationId'>) =>
  organisationId === undefined ? sql`true` : sql`organisation_id = ${organisationId}`;

const isOfKind = ({ actions, outcome }: CountedEvents) =>
  sql`${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`} AND ${actions ? isOneOf(actions) : sql`true`}`;

const isOneOf = (actions: readonly string[]) =>
  sql`(false ${sql.join(
    actions.map((action) => (action.endsWith('.') ? sql`OR starts_with(action, ${action})` : sql`OR action = ${action}`)),
    sql` `,
  )})`;
