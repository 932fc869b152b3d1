/**
 * Numbers of events by time, exact at any moment: of signed events from `audit_daily`, a roll-up by day (UTC) and quarter of an hour, of which
 * the days and hours of every time zone consist; of the others, and at the ends of a range that are within a quarter, from the events themselves.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';

export interface CountedEvents {
  /** Undefined: of all organisations, and of none. */
  readonly organisationId: string | undefined;
  /** Names of actions, or prefixes that end with a dot; undefined: all. */
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: Outcome | undefined;
}

export type Outcome = 'success' | 'failure' | 'refused';

export interface TimeRange {
  /** Counts; undefined: open. */
  readonly from?: Date | undefined;
  /** Does not count; undefined: open. */
  readonly to?: Date | undefined;
}

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

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 96 * QUARTER_MS;
/** The ends of an open range. */
const [EARLIEST, LATEST] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

/** Adds events that are being signed, which follow `after`, to the roll-up. */
export const addToRollUp = (tx: Transaction, { after, through }: { readonly after: number; readonly through: number }) =>
  roll(tx, sql`seq > ${after} AND seq <= ${through}`, sql`1`);

/** Takes the events up to `through` out of the roll-up; to be called before they are deleted. */
export async function takeFromRollUp(tx: Transaction, through: number): Promise<void> {
  await roll(tx, sql`seq <= ${through}`, sql`-1`);
  await tx.deleteFrom('audit_daily').where('events', '=', 0).execute();
}

async function roll(tx: Transaction, which: RawBuilder<unknown>, sign: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (
      SELECT s.scope, t.at::date AS day, e.action, e.outcome,
             (extract(hour FROM t.at) * 4 + floor(extract(minute FROM t.at) / 15))::int AS quarter, ${sign} * count(*)::int AS events
        FROM audit_events e
       CROSS JOIN LATERAL (VALUES ('all'), (e.organisation_id::text)) s (scope)
       CROSS JOIN LATERAL (VALUES (e.at AT TIME ZONE 'UTC')) t (at)
       WHERE ${which} AND s.scope IS NOT NULL
       GROUP BY 1, 2, 3, 4, 5)
    INSERT INTO audit_daily AS d (scope, day, action, outcome, events, quarters)
    SELECT scope, day, action, outcome, sum(events), array_agg(coalesce(events, 0) ORDER BY quarter)
      FROM (SELECT DISTINCT scope, day, action, outcome FROM part) days
     CROSS JOIN generate_series(0, 95) quarter
      LEFT JOIN part USING (scope, day, action, outcome, quarter)
     GROUP BY scope, day, action, outcome
    ON CONFLICT (scope, day, action, outcome) DO UPDATE
       SET events = d.events + excluded.events,
           quarters = (SELECT array_agg(former + added ORDER BY i)
                         FROM unnest(d.quarters, excluded.quarters) WITH ORDINALITY q (former, added, i))`.execute(tx);
}

/** @returns the counts above 0, by time */
export async function countEventsByTime(
  queries: Queries,
  { edges, withActions, ...which }: CountedEvents & Bars,
): Promise<TimeCount[]> {
  if (edges.slice(1, -1).some((edge) => edge.getTime() % QUARTER_MS !== 0)) throw new RangeError('An edge is within a quarter');
  const columns = withActions === true ? sql`n.action, n.outcome` : sql`n.outcome`;
  const { rows } = await sql<Omit<TimeCount, 'from'> & { bar: number }>`
    SELECT width_bucket(n.at, ${edges}::timestamptz[]) AS bar, ${columns}, sum(n.events)::bigint AS events
      FROM (${numbersOf(which, edges)}) n GROUP BY bar, ${columns} ORDER BY bar`.execute(queries);
  return rows.map(({ bar, ...row }) => ({ from: edges[bar - 1] as Date, ...row }));
}

/** @returns actions with their counts, most frequent first */
export async function countEventsByAction(queries: Queries, which: CountedEvents, range: TimeRange, limit: number) {
  const { rows } = await sql<{ action: string; events: number }>`
    SELECT n.action, sum(n.events)::bigint AS events FROM (${numbersOf(which, endsOf(range))}) n
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(queries);
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

/** SQL of the numbers between the first and the last edge: `at`, `action`, `outcome`, `events`; `at` is of its bar, and otherwise any. */
function numbersOf(which: CountedEvents, edges: readonly Date[]): RawBuilder<unknown> {
  const [from, to] = [edges[0] ?? EARLIEST, edges.at(-1) ?? LATEST];
  // A day in more bars than one, or in part outside of the range, is read by its quarters.
  const splitDays = [...new Set(edges.filter((edge) => edge.getTime() % DAY_MS !== 0).map(dayOf))];
  const firstQuarter = new Date(Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS);
  const lastQuarter = new Date(Math.floor(to.getTime() / QUARTER_MS) * QUARTER_MS);
  const isOfScope = sql`d.scope = ${scopeOf(which)} AND ${isOfKind(which)}`;
  const isMeant = sql`${isOfOrganisation(which)} AND ${isOfKind(which)}`;
  return sql`
    SELECT d.day::timestamp AT TIME ZONE 'UTC' AS at, action, outcome, events FROM audit_daily d
     WHERE ${isOfScope} AND d.day BETWEEN ${dayOf(from)}::date AND ${dayOf(new Date(to.getTime() - 1))}::date
       AND d.day <> ALL (${splitDays}::date[])
    UNION ALL
    SELECT q.at, action, outcome, q.events FROM audit_daily d CROSS JOIN LATERAL ${quartersOfDay} q
     WHERE ${isOfScope} AND d.day = ANY (${splitDays}::date[]) AND q.events > 0 AND q.at >= ${firstQuarter} AND q.at < ${lastQuarter}
    UNION ALL
    SELECT at, action, outcome, 1 FROM audit_events WHERE ${isUnsigned} AND at >= ${from} AND at < ${to} AND ${isMeant}
    UNION ALL
    SELECT at, action, outcome, 1 FROM audit_events
     WHERE seq <= ${signedThrough} AND ${isMeant}
       AND (at >= ${from} AND at < least(${firstQuarter}::timestamptz, ${to}) OR at >= greatest(${lastQuarter}::timestamptz, ${from}) AND at < ${to})`;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const quartersOfDay = sql`(
  SELECT (d.day::timestamp AT TIME ZONE 'UTC') + (i - 1) * interval '15 minutes' AS at, n AS events
    FROM unnest(d.quarters) WITH ORDINALITY quarter (n, i))`;

const signedThrough = sql`coalesce((SELECT through_seq FROM audit_signatures ORDER BY number DESC LIMIT 1), 0)`;
/** With an upper bound the planner expects few of them, and reads them along the index. */
const isUnsigned = sql`seq > ${signedThrough} AND seq <= 9223372036854775807`;

const scopeOf = ({ organisationId }: Pick<CountedEvents, 'organisationId'>): string => organisationId ?? 'all';

const isOfOrganisation = ({ organisationId }: Pick<CountedEvents, 'organisationId'>) =>
  organisationId === undefined ? sql`true` : sql`organisation_id = ${organisationId}`;

const isOfKind = ({ actions, outcome }: CountedEvents) =>
  sql`${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`} AND ${actions ? isOneOf(actions) : sql`true`}`;

const isOneOf = (actions: readonly string[]) =>
  sql`(false ${sql.join(
    actions.map((action) => (action.endsWith('.') ? sql`OR starts_with(action, ${action})` : sql`OR action = ${action}`)),
    sql` `,
  )})`;
