/** The newest matching events, grouped: by actor, address and action, and by time where counts don't have the filters. */
import { sql } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import type { TimeCount } from './counts.ts';
import { type AuditFilters, matchingEvents } from './repository.ts';

/** So many events are read at most: reading them takes most of a chart's time (docs/bench.md). */
export const MAX_READ_EVENTS = 10_000;
export const MAX_FACET_VALUES = 10;

interface FacetValue {
  readonly value: string;
  readonly events: number;
}

interface Facets {
  readonly events: number;
  /** Of the first and the last event; null if there is none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly action: FacetValue[];
  readonly actor: FacetValue[];
  readonly ip: FacetValue[];
}

/** By time where that is limited, along its index. */
const newestEvents = (queries: Queries, person: Person, filters: AuditFilters) =>
  matchingEvents(queries, person, filters, (events) =>
    (filters.from !== undefined || filters.to !== undefined ? events.orderBy('e.at', 'desc') : events)
      .orderBy('e.seq', 'desc')
      .limit(MAX_READ_EVENTS),
  ).select(['e.at', 'e.action', 'e.outcome', 'e.actor', 'e.ip']);

export async function findFacets(queries: Queries, person: Person, filters: AuditFilters): Promise<Facets> {
  const facet = (field: 'action' | 'actor' | 'ip') => sql`(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT ${sql.ref(field)} AS value, count(*) AS events FROM newest WHERE ${sql.ref(field)} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_FACET_VALUES}) f)`;
  const { rows } = await sql<Facets>`
    WITH newest AS MATERIALIZED (${newestEvents(queries, person, filters)})
    SELECT count(*)::int AS events, to_json(min(at)) AS first, to_json(max(at)) AS last,
           ${facet('action')} AS action, ${facet('actor')} AS actor, ${facet('ip')} AS ip
      FROM newest`.execute(queries);
  return rows[0] as Facets;
}

/** As `countEventsByTime`, of the newest events. */
export async function countNewestByTime(
  queries: Queries,
  person: Person,
  filters: AuditFilters,
  edges: readonly Date[],
): Promise<TimeCount[]> {
  const { rows } = await sql<Omit<TimeCount, 'from'> & { bar: number }>`
    SELECT width_bucket(at, ${edges}::timestamptz[]) AS bar, outcome, count(*) AS events
      FROM (${newestEvents(queries, person, filters)}) newest GROUP BY 1, 2`.execute(queries);
  return rows.flatMap(({ bar, ...row }) => {
    const from = bar < edges.length ? edges[bar - 1] : undefined;
    return from ? [{ from, ...row }] : [];
  });
}
