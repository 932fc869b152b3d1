/** The report of an actor uses the index of impersonated users. */
import { sql } from 'kysely';
import { SYSTEM_ADMINISTRATION, type Person } from '../../../api/contract/person.ts';
import { matchingEvents, newestFirst } from '../../../server/audit/repository.ts';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

let database: TestDatabase;
let db: Db;
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const partitions = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' ORDER BY 1`,
    )
  ).map(({ name }) => name);
beforeEach(async () => {
  database = await createDatabase();
  const pool = openTestPool(database.url, 8);
  db = openDatabase(pool);
});

const reader: Person = {
  userId: '',
  userName: '',
  displayName: '',
  email: '',
  organisationId: '',
  house: true,
  roles: [SYSTEM_ADMINISTRATION],
};

test.each([
  ['an actor', { actor: 'Somebody' }, ['actor', 'on_behalf_of']],
  ['a person', { person: 'Somebody' }, ['actor', 'on_behalf_of', 'target']],
])('serves the report of %s in every partition, along the index of each name', async (_who, filters, columns) => {
  const plan = await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const report = matchingEvents(tx, reader, filters, 'person' in filters ? ['somebody'] : [], (all) =>
      newestFirst(all).limit(10),
    ).selectAll('e');
    return (await report.explain('text')) as unknown as { 'QUERY PLAN': string }[];
  });
  const conditions = plan.map((line) => line['QUERY PLAN'].trim()).filter((line) => line.startsWith('Index Cond'));
  const count = (await partitions()).length;
  expect(count).toBeGreaterThan(3);
  for (const column of columns)
    expect(conditions.filter((line) => line === `Index Cond: (lower(${column}) = 'somebody'::text)`)).toHaveLength(count);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort Method|->\s+Sort/);
});
