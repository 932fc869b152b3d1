/** Versions of the schema and of the program that meet: newer ones are tolerated, missing ones are named, locks are waited for. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import pg from 'pg';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { startServerProcess } from '../../support/server.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await database.drop();
});

const newer = () => database.query("INSERT INTO kysely_migration (name, timestamp) VALUES ('9998_newer', '2030')");

const migrateByHand = (url: string) =>
  spawnSync(process.execPath, ['server/admin/main.ts', 'migrate'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url },
    encoding: 'utf8',
  });

test('a program of the version before runs on the newer schema', async () => {
  await newer();
  const server = await startServerProcess({ database });
  expect((await createClient(server).call('Health.Ready')).status).toBe(200);
  await server.stop();
});

test('it says so where the newer schema has taken away what it needs', async () => {
  await newer();
  await database.query("INSERT INTO settings VALUES ('schema.oldestProgram', '9998_newer')");
  await expect(startServerProcess({ database })).rejects.toThrow("programs before 9998_newer can't use it");
});

test('a server that may not migrate names the command, and runs with a role that owns nothing after it', async () => {
  const empty = await createDatabase({ contents: 'empty' });
  const role = `reader_${String(process.pid)}`;
  try {
    await expect(startServerProcess({ database: empty, env: { MIGRATE: 'off' } })).rejects.toThrow('npm run admin -- migrate');
    expect(migrateByHand(empty.url)).toMatchObject({ status: 0, stdout: expect.stringContaining('is of version') as string });
    await empty.query(`CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
    await empty.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await empty.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    const url = new URL(empty.url);
    url.username = role;
    url.password = 'reader';
    const server = await startServerProcess({ database: { ...empty, url: url.href }, env: { MIGRATE: 'off' } });
    expect((await createClient(server).call('Health.Ready')).status).toBe(200);
    await server.stop();
  } finally {
    await empty.query(`DROP OWNED BY ${role}`);
    await empty.drop();
    await database.query(`DROP ROLE ${role}`);
  }
});

test('a migration gives way after its budget to statements that wait behind it, and is tried again', async () => {
  const empty = await createDatabase({ contents: 'empty' });
  const holder = new pg.Client(empty.url);
  await holder.connect();
  await holder.query('BEGIN; CREATE TABLE organisations ()');
  // The lock lasts longer than one budget.
  const released = holder.query('SELECT pg_sleep(5)').then(() => holder.query('ROLLBACK'));
  const server = await startServerProcess({ database: empty });
  await released;
  await holder.end();
  expect(await empty.query('SELECT name FROM kysely_migration')).toEqual([{ name: '0001_schema' }]);
  await server.stop();
  await empty.drop();
});

test('a database of an unreleased version is refused with what to do', async () => {
  await database.query("UPDATE kysely_migration SET name = '0001_foundation'");
  await expect(startServerProcess({ database })).rejects.toThrow(
    'DATABASE_URL: the database was made by an unreleased version, which cannot be upgraded: start with an empty database',
  );
});
