/** The audit report as a picture: bars by time and outcome, and the most frequent values of some fields. */
import { sql } from 'kysely';
import type { AuditHistogram } from '../../api/contract/audit.ts';
import type { Person } from '../../api/contract/person.ts';
import { addMs, HOUR } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { barEdges } from './barEdges.ts';
import { countEventsByAction, countEventsByTime, countedSpan, type TimeCount, type TimeRange } from './counts.ts';
import { findPersonNames, type PersonNames } from './personNames.ts';
import { type AuditFilters, countedEvents, hasOnlyCounted, matchingEvents, newestFirst, rangeOf } from './repository.ts';

/** The maximum of events to read, which takes most of a chart's time (docs/bench.md). */
const MAX_READ_EVENTS = 10_000;
const MAX_FACET_VALUES = 10;

/** @param timeZone IANA name. @throws BadRequest if it is unknown */
export async function auditHistogram(
  queries: Queries,
  person: Person,
  filters: AuditFilters,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<AuditHistogram> {
  const names = await findPersonNames(queries, person, filters.person);
  const { events, first, last, ...facets } = await findFacets(queries, person, filters, names);
  const isLimited = events === MAX_READ_EVENTS;
  const isCounted = hasOnlyCounted(filters);
  const which = countedEvents(person, filters);
  const range = rangeOf(filters);
  const span: TimeRange = isCounted
    ? await countedSpan(queries, which)
    : { from: first === null ? undefined : new Date(first), to: last === null ? undefined : new Date(last) };
  const isCutOff = isLimited && !isCounted;
  const from = (isCutOff ? span.from : range.from) ?? span.from ?? addMs(now, -HOUR);
  const edges = edgesOf(from, range.to ?? justAfter(span.to, now), timeZone);
  const counts =
    edges.length === 0
      ? []
      : isCounted
        ? await countEventsByTime(queries, { ...which, edges })
        : await countNewestByTime(queries, person, filters, names, edges);
  const actions = isCounted ? await countEventsByAction(queries, which, range, MAX_FACET_VALUES) : undefined;
  return {
    edges: edges.map((edge) => edge.toISOString()),
    bars: barsOf(edges, counts),
    facets: actions
      ? { ...facets, action: actions.map(({ action: value, events: number }) => ({ value, events: number })) }
      : facets,
    countedNewest: { bars: isCutOff ? events : null, facets: isLimited ? events : null },
  };
}

function edgesOf(from: Date, to: Date, timeZone: string): Date[] {
  try {
    return barEdges(from, to, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw problem('Invalid', { fields: { timeZone: { expected: 'timeZone' } } });
    throw error;
  }
}

/** Another process's clock may be ahead. */
const justAfter = (last: Date | undefined, now: Date): Date => new Date(Math.max(last?.getTime() ?? 0, now.getTime()) + 1);

function barsOf(edges: readonly Date[], counts: readonly TimeCount[]): AuditHistogram['bars'] {
  const indexes = new Map(edges.map((edge, index) => [edge.getTime(), index]));
  const empty = () => edges.slice(1).map(() => 0);
  const bars = { success: empty(), failure: empty(), refused: empty() };
  for (const { from, outcome, events } of counts) bars[outcome][indexes.get(from.getTime()) ?? 0] = events;
  return bars;
}

const newestEvents = (queries: Queries, person: Person, filters: AuditFilters, names: PersonNames) =>
  matchingEvents(queries, person, filters, names, (events) => newestFirst(events).limit(MAX_READ_EVENTS)).select([
    'e.at',
    'e.action',
    'e.outcome',
    'e.actor',
    'e.ip',
  ]);

interface Facets extends Readonly<AuditHistogram['facets']> {
  readonly events: number;
  /** Cursor of the first and of the last event; null if there is none. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Finds the most frequent values among the newest matching events. */
async function findFacets(queries: Queries, person: Person, filters: AuditFilters, names: PersonNames): Promise<Facets> {
  const facet = (field: 'action' | 'actor' | 'ip') => sql`(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT ${sql.ref(field)} AS value, count(*) AS events FROM newest WHERE ${sql.ref(field)} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_FACET_VALUES}) f)`;
  const { rows } = await sql<Facets>`
    WITH newest AS MATERIALIZED (${newestEvents(queries, person, filters, names)})
    SELECT count(*)::int AS events, to_json(min(at)) AS first, to_json(max(at)) AS last,
           ${facet('action')} AS action, ${facet('actor')} AS actor, ${facet('ip')} AS ip
      FROM newest`.execute(queries);
  return rows[0] as Facets;
}

/** Like `countEventsByTime`, but counts the newest events, where the roll-up does not have the filters. */
async function countNewestByTime(
  queries: Queries,
  person: Person,
  filters: AuditFilters,
  names: PersonNames,
  edges: readonly Date[],
): Promise<TimeCount[]> {
  const { rows } = await sql<Omit<TimeCount, 'from'> & { bar: number }>`
    SELECT width_bucket(at, ${edges}::timestamptz[]) AS bar, outcome, count(*) AS events
      FROM (${newestEvents(queries, person, filters, names)}) newest GROUP BY 1, 2`.execute(queries);
  return rows.flatMap(({ bar, ...row }) => {
    const from = bar < edges.length ? edges[bar - 1] : undefined;
    return from ? [{ from, ...row }] : [];
  });
}
