/** The ids of a page: found first and sorted where few are left, else along an index, or group by group where the sort has groups. */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../db/database.ts';
import { all, type Condition } from './filters.ts';
import { orderBy, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach } from './counts.ts';

export interface Window {
  offset: number;
  limit: number;
}

/** Whom a list leaves, in the two ways in which they are looked for. */
export interface PageQuery {
  /** Conditions on those passed along an index. */
  along: readonly Condition[];
  /** Conditions on those of a group, found first. */
  among: (group: Group) => readonly Condition[];
  /** At most so many are found first. */
  few: number;
  /** How many each organisation has of them, where that is known. */
  sizes?: ReadonlyMap<string, number>;
  /** How many of each group. */
  count: (groups: readonly Group[]) => Promise<number[]>;
}

/** Where most are left out, going along an index until a page is full could take all of it: here they are found first. */
export async function idsAmong(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  window: Window,
): Promise<string[]> {
  const order = totalOrder(terms);
  const column = (_term: SortTerm, place: number) => sql.ref(`sorted_${place}`);
  const values = order.map((term, place) => sql`${term.value} AS ${column(term, place)}`);
  return idsOf(
    queries,
    sql`WITH found AS MATERIALIZED (SELECT u.user_id, ${sql.join(values)} FROM users u WHERE ${all(conditions)})
      SELECT user_id FROM found ORDER BY ${orderBy(order, column)} ${cut(window)}`,
  );
}

/** Of so many at the beginning of a sort a page is looked for at once. */
const SORTED_PREFIX_ROWS = 20_000;

/** The first page where the beginning of the sort fills it, as it does for what very many have; else null, and little time is lost. */
export async function idsAtOnce(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  limit: number,
): Promise<string[] | null> {
  const order = orderBy(totalOrder(terms));
  const beginning = sql`SELECT u.* FROM users u ORDER BY ${order} LIMIT ${sql.lit(SORTED_PREFIX_ROWS)}`;
  const ids = await idsOf(
    queries,
    sql`SELECT u.user_id FROM (${beginning}) u WHERE ${all(conditions)} ORDER BY ${order} LIMIT ${limit}`,
  );
  return ids.length < limit ? null : ids;
}

/** Where many are left: along the index of the first term, or group by group where that has groups. */
export async function idsAlong(
  queries: Queries,
  asked: PageQuery,
  terms: readonly SortTerm[],
  window: Window,
  total: number | undefined,
): Promise<string[]> {
  const [first, ...others] = terms;
  const { along, among, few } = asked;
  if (!first?.groups) {
    const order = orderBy(totalOrder(terms));
    return idsOf(queries, sql`SELECT u.user_id FROM users u WHERE ${all(along)} ORDER BY ${order} ${cut(window)}`);
  }
  const groups = await first.groups(queries, along, window.offset, asked.sizes);
  const sizes = window.offset > 0 || first.countFirst ? await sizesOf(asked, groups, total) : undefined;
  const ids: string[] = [];
  let skip = window.offset;
  for (const group of first.descending ? groups.toReversed() : groups) {
    if (ids.length === window.limit) break;
    const size = sizes?.get(group);
    if (size === undefined || size > skip) {
      const order = group.within ? [group.within(first.descending), ...others] : others;
      const part = { offset: skip, limit: window.limit - ids.length };
      const found =
        size !== undefined && size <= few
          ? idsAmong(queries, among(group), order, part)
          : idsAlong(queries, within(queries, asked, group), order, part, size);
      ids.push(...(await found));
    }
    skip = Math.max(0, skip - (size ?? Infinity));
  }
  return ids;
}

/** The same of one group; of what that is divided into again nothing is known beforehand. */
function within(queries: Queries, { along, among, few }: PageQuery, group: Group): PageQuery {
  const amongThose = (inner: Group) => [...among(group), inner.condition];
  const count = (groups: readonly Group[]) => countEach(queries, groups.map(amongThose));
  return { along: [...along, group.condition], among: amongThose, few, count };
}

/** Counts the groups whose number is not known: all in one query, and the largest as what the others leave. */
async function sizesOf({ count }: PageQuery, groups: readonly Group[], total: number | undefined): Promise<Map<Group, number>> {
  const asked = groups.filter((group) => group.count === undefined && !(group.rest && total !== undefined));
  const counts = asked.length === 0 ? [] : await count(asked);
  const sizes = new Map(asked.map((group, place) => [group, counts[place] ?? 0]));
  for (const group of groups) if (group.count !== undefined) sizes.set(group, group.count);
  const left = [...sizes.values()].reduce((rest, size) => rest - size, total ?? 0);
  for (const group of groups) if (!sizes.has(group)) sizes.set(group, Math.max(0, left));
  return sizes;
}

const cut = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

async function idsOf(queries: Queries, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ user_id: string }>).execute(queries);
  return rows.map((row) => row.user_id);
}
