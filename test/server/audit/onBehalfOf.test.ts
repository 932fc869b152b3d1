/** The index of those on whose behalf somebody acted: built beside writers, and read by the report of an actor. */
import { sql, type Kysely } from 'kysely';
import { SYSTEM_ADMINISTRATION, type Person } from '../../../api/contract/person.ts';
import { matchingEvents } from '../../../server/audit/repository.ts';
import { openDatabase, openPool, type Db } from '../../../server/db/database.ts';
import * as onBehalfOf from '../../../server/db/migrations/0030_audit_on_behalf_of.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const INSERT =
  "INSERT INTO audit_events (event_id, at, action, outcome) VALUES (gen_random_uuid(), now(), 'Story.Write', 'success')";

let database: TestDatabase;
let db: Db;
const schema = () => db as unknown as Kysely<unknown>;
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const broken = () => database.query('SELECT FROM pg_index WHERE NOT indisvalid');
const partitions = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' ORDER BY 1`,
    )
  ).map(({ name }) => name);
const indexes = () =>
  database.query<{ name: string; partition: string }>(
    `SELECT indexrelid::regclass::text AS name, relname AS partition FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE strpos(pg_get_indexdef(indexrelid), 'lower(on_behalf_of)') > 0 ORDER BY 2`,
  );

beforeEach(async () => {
  database = await createDatabase();
  const pool = openPool({ url: database.url, poolSize: 8, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
  db = openDatabase(pool);
  const there = await indexes();
  expect(there.map(({ partition }) => partition)).toEqual(await partitions());
  for (const { name } of there) await database.query(`DROP INDEX ${name}`);
});

test('is built by two processes at once while others write, after a build that was broken off', async () => {
  await db.transaction().execute(async (writer) => {
    await sql.raw(INSERT).execute(writer);
    const build = database.query(
      `/* story */ CREATE INDEX CONCURRENTLY ON audit_events_first (lower(on_behalf_of), seq) WHERE on_behalf_of IS NOT NULL`,
    );
    const failure = build.catch((error: unknown) => (error as { code?: string }).code);
    await eventually('the build to wait for the writer', async () => {
      const found = await database.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE starts_with(query, '/* story */') AND wait_event_type = 'Lock'`);
      return found.length > 0;
    });
    expect(await failure).toBe('57014');
  });
  expect(await broken()).toHaveLength(1);
  let isDone = false;
  const write = async () => {
    while (!isDone) await database.query(INSERT);
  };
  const writing = Promise.all([write(), write()]);
  await Promise.all([onBehalfOf.prepare(schema()), onBehalfOf.prepare(schema())]);
  await schema().transaction().execute(onBehalfOf.up);
  isDone = true;
  await writing;
  expect(await broken()).toEqual([]);
  expect((await indexes()).map(({ partition }) => partition)).toEqual(await partitions());
});

test('serves the report of an actor in every partition, with the one of the actors', async () => {
  await schema().transaction().execute(onBehalfOf.up);
  const person: Person = {
    userId: '',
    userName: '',
    displayName: '',
    email: '',
    organisationId: '',
    house: true,
    roles: [SYSTEM_ADMINISTRATION],
  };
  const plan = await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const report = matchingEvents(tx, person, { actor: 'Somebody' }, (all) => all.orderBy('e.seq', 'desc').limit(10)).selectAll(
      'e',
    );
    return (await report.explain('text')) as unknown as { 'QUERY PLAN': string }[];
  });
  const conditions = plan.map((line) => line['QUERY PLAN'].trim()).filter((line) => line.startsWith('Index Cond'));
  const count = (await partitions()).length;
  expect(count).toBeGreaterThan(3);
  for (const column of ['actor', 'on_behalf_of'])
    expect(conditions.filter((line) => line === `Index Cond: (lower(${column}) = 'somebody'::text)`)).toHaveLength(count);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort Method|->\s+Sort/);
});
