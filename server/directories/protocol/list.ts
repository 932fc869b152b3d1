/** A page of the resources that a filter names, with the number of all of them. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Done } from './directory.ts';
import { parseFilter } from './filter.ts';
import { filterSql, type Attribute } from './filterSql.ts';
import type { JsonObject } from './json.ts';
import { listOf, pageOf, parameter, type Query } from './paging.ts';
import { project, wantedOf, type Wanted } from './projection.ts';

interface Resources<DB, TB extends keyof DB, Row> {
  readonly found: SelectQueryBuilder<DB, TB, Row>;
  readonly attributes: Attribute;
  /** The order by columns that never change: otherwise paging by index would lose some resources. */
  readonly order: readonly RawBuilder<unknown>[];
  readonly present: (rows: readonly Row[], wanted: Wanted) => Promise<JsonObject[]>;
}

/** @throws invalidFilter */
export async function listResources<DB, TB extends keyof DB, Row>(
  { found, attributes, order, present }: Resources<DB, TB, Row>,
  query: Query,
): Promise<Done> {
  const filter = parameter(query, 'filter');
  const wanted = wantedOf(query);
  const page = pageOf(query);
  const filtered = filter === undefined ? found : found.where(filterSql(parseFilter(filter), attributes));
  const { total } = await filtered
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ readonly total: number }>()
    .executeTakeFirstOrThrow();
  const rows =
    page.count === 0
      ? []
      : await filtered
          .orderBy(sql.join(order))
          .offset(page.startIndex - 1)
          .limit(page.count)
          .execute();
  const resources = (await present(rows, wanted)).map((resource) => project(resource, wanted));
  return { status: 200, body: listOf(resources, total, page), outcome: 'found', people: rows.length };
}
