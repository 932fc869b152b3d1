/** The audit in partitions of a month: an upgrade beside a writer, months made ahead, and clocks that are wrong. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { appendAuditEvent } from '../../../server/audit/append.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { dropEmptyPartitions, findPartitions, makePartitions } from '../../../server/audit/partitions.ts';
import { sealAudit } from '../../../server/audit/seal.ts';
import { verifySeals } from '../../../server/audit/verify.ts';
import { openDatabase, openPool, type DatabaseAccess } from '../../../server/db/database.ts';
import { prepare, up } from '../../../server/db/migrations/0026_audit_partitions.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

const FOLDER = 'server/db/migrations';

let database: TestDatabase;
let access: DatabaseAccess;

async function open(contents: 'demo' | 'empty') {
  database = await createDatabase({ contents });
  const pool = openPool({ url: database.url, poolSize: 6, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
  access = { pool, db: openDatabase(pool) };
}
const schema = () => access.db as unknown as Kysely<unknown>;
afterEach(async () => {
  await access.db.destroy();
  await database.drop();
});

const append = (at: Date, action = 'Story.Write') =>
  appendAuditEvent(
    access.db,
    { actor: 'writer', onBehalfOf: null, organisationId: null, ip: null, userAgent: null, at },
    { action },
  );

const insertAt = (times: readonly string[]) =>
  database.query(
    `INSERT INTO audit_events (event_id, at, action, outcome) SELECT gen_random_uuid(), at, 'Story.At', 'success'
       FROM unnest($1::timestamptz[]) at`,
    [times],
  );

const partitionOfEach = (action: string) =>
  database.query<{ at: Date; name: string }>(
    `SELECT at, tableoid::regclass::text AS name FROM audit_events WHERE action = $1 ORDER BY at`,
    [action],
  );

describe('An upgrade', () => {
  beforeEach(async () => {
    await open('empty');
    const names = readdirSync(resolve(import.meta.dirname, '../../..', FOLDER)).sort();
    for (const name of names.filter((one) => one < '0026')) {
      const migration = (await import(`../../../${FOLDER}/${name}`)) as Migration;
      await access.db.transaction().execute((tx) => migration.up(tx));
    }
    await insertAt(['2024-05-01T00:00:00Z', '2026-01-31T23:59:59.999Z', 'now']);
    await sealAudit(access.db, new Date());
  });

  test('partitions the events that are there while a program writes and seals', async () => {
    let [isDone, written] = [false, 0];
    const write = async () => {
      while (!isDone) {
        await append(new Date());
        written += 1;
      }
    };
    const seal = async () => {
      while (!isDone) await sealAudit(access.db, new Date());
    };
    const writers = Promise.all([write(), write(), seal()]);
    await prepare(schema());
    // Again, as after an upgrade that was broken off.
    await prepare(schema());
    await schema().transaction().execute(up);
    const before = written;
    while (written < before + 10) await append(new Date());
    isDone = true;
    await writers;
    const { events, seqs } = await database.row<{ events: number; seqs: number }>(
      'SELECT count(*)::int AS events, count(DISTINCT seq)::int AS seqs FROM audit_events',
    );
    expect(events).toBeGreaterThan(written);
    expect(seqs).toBe(events);
    expect(await partitionOfEach('Story.At')).toMatchObject(Array(3).fill({ name: 'audit_events_first' }));
    await sealAudit(access.db, new Date());
    expect(await verifySeals(access)).toMatchObject({ brokenAt: null, events, unsealed: 0 });
    expect(await database.query(`SELECT FROM pg_constraint WHERE conname LIKE 'audit_events_before_%'`)).toEqual([]);
    await expect(database.query('DELETE FROM audit_events_first')).rejects.toThrow('append-only');
    await expect(database.query('UPDATE audit_events SET actor = NULL')).rejects.toThrow('append-only');
  });

  test('of a database with events of a later year, by a clock that was wrong, keeps their order and seals', async () => {
    await insertAt(['2091-01-01T00:00:00Z']);
    await append(new Date());
    await sealAudit(access.db, new Date());
    await prepare(schema());
    await schema().transaction().execute(up);
    expect(await verifySeals(access)).toMatchObject({ brokenAt: null, events: 5 });
    expect((await partitionOfEach('Story.At')).at(-1)).toMatchObject({ name: 'audit_events_default' });
  });
});

describe('Partitions', () => {
  beforeEach(() => open('demo'));
  const inAYear = new Date(Date.now() + 366 * 24 * 60 * 60_000);
  const names = async () => (await findPartitions(access.db)).map(({ name }) => name);

  test('of the next months are made once by two processes at once; events of any year are taken, and found in their month', async () => {
    const year = inAYear.getUTCFullYear();
    const month = inAYear.toISOString().slice(0, 7);
    await insertAt(['0099-01-01T00:00:00Z', `${month}-01T00:00:00Z`, `${String(year + 9)}-06-01T00:00:00Z`]);
    const former = await names();
    const made = await Promise.all([makePartitions(access.db, inAYear), makePartitions(access.db, inAYear)]);
    expect(made.flat()).toHaveLength(4);
    expect(await names()).toEqual([...former, ...made.flat().sort()]);
    expect(await makePartitions(access.db, inAYear)).toEqual([]);
    const partition = `audit_events_${month.replace('-', '_')}`;
    expect((await partitionOfEach('Story.At')).map(({ name }) => name)).toEqual([
      'audit_events_first',
      partition,
      'audit_events_default',
    ]);
    const indexes = (table: string) =>
      database.query(
        `SELECT replace(pg_get_indexdef(indexrelid), indexrelid::regclass::text, '') ~ 'UNIQUE' AS "isUnique", indkey::text, indoption::text
           FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1, 2, pg_get_indexdef(indexrelid)`,
        [table],
      );
    expect(await indexes(partition)).toEqual(await indexes('audit_events_first'));
    for (const statement of [`UPDATE ${partition} SET actor = 'x'`, `DELETE FROM ${partition}`, `TRUNCATE ${partition}`])
      await expect(database.query(statement)).rejects.toThrow('append-only');
    await sealAudit(access.db, new Date());
    expect(await verifySeals(access)).toMatchObject({ brokenAt: null, unsealed: 0 });
  });

  test('of former months are dropped when retention has emptied them', async () => {
    await makePartitions(access.db, inAYear);
    await append(inAYear);
    await sealAudit(access.db, new Date());
    const later = new Date(Number(inAYear) + 200 * 24 * 60 * 60_000);
    await dropEmptyPartitions(access.db, later);
    const [first, ...kept] = await names();
    expect([first, kept.length]).toEqual(['audit_events_first', 1]);
    expect(await dropOldEvents(access.db, later, later, undefined)).toBeGreaterThan(1);
    expect(await dropEmptyPartitions(access.db, later)).toEqual([first, ...kept]);
    await append(later);
    expect(await partitionOfEach('Operator.DropOldEvents')).toMatchObject([{ name: 'audit_events_default' }]);
    expect(await verifySeals(access)).toMatchObject({ brokenAt: null });
  });
});
