/** The audit report as a picture: bars by time and outcome, and the most frequent values of some fields. */
import type { AuditHistogram } from '../../api/contract/audit.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { barEdges } from './barEdges.ts';
import { countEventsByAction, countEventsByTime, countedSpan, type TimeCount } from './counts.ts';
import { countNewestByTime, findFacets, MAX_FACET_VALUES, MAX_READ_EVENTS } from './facets.ts';
import { type AuditFilters, countedEvents, hasOnlyCounted, rangeOf } from './repository.ts';

const HOUR_MS = 3_600_000;

/** @param timeZone IANA name. @throws BadRequest if it is unknown */
export async function auditHistogram(
  queries: Queries,
  person: Person,
  filters: AuditFilters,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<AuditHistogram> {
  const { first, last, events, ...facets } = await findFacets(queries, person, filters);
  const isLimited = events === MAX_READ_EVENTS;
  const isCounted = hasOnlyCounted(filters);
  const which = countedEvents(person, filters);
  const range = rangeOf(filters);
  const span = isCounted
    ? await countedSpan(queries, which)
    : { first: first === null ? undefined : new Date(first), last: last === null ? undefined : new Date(last) };
  const isCutOff = isLimited && !isCounted;
  const from = (isCutOff ? span.first : range.from) ?? span.first ?? new Date(now.getTime() - HOUR_MS);
  const edges = edgesOf(from, range.to ?? justAfter(span.last, now), timeZone);
  const counts =
    edges.length === 0
      ? []
      : isCounted
        ? await countEventsByTime(queries, { ...which, edges })
        : await countNewestByTime(queries, person, filters, edges);
  return {
    edges: edges.map((edge) => edge.toISOString()),
    bars: barsOf(edges, counts),
    facets: isCounted ? { ...facets, action: await actionsOf() } : facets,
    countedNewest: { bars: isCutOff ? events : null, facets: isLimited ? events : null },
  };

  async function actionsOf() {
    const actions = await countEventsByAction(queries, which, range, MAX_FACET_VALUES);
    return actions.map(({ action, events: number }) => ({ value: action, events: number }));
  }
}

function edgesOf(from: Date, to: Date, timeZone: string): Date[] {
  try {
    return barEdges(from, to, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw problem('Invalid', { fields: { timeZone: { problem: 'BadRequest' } } });
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
