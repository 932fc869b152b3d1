/**
 * Upgrades while running: every migration only adds, or says by `schema.oldestProgram` that it takes away (contract). That rule holds
 * wherever the tests run; and where the history is there, the program from before the newest migrations works on today's schema,
 * beside today's program.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { openDatabase, openPool, type Db } from '../../server/db/database.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { logInAs } from '../support/logInAs.ts';
import { breaksFor, readSchema } from '../support/schemaRules.ts';
import { startServerProcess, type ProcessOptions, type TestServer } from '../support/server.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = 'server/db/migrations';

/** A unique index took another's place, before upgrades ran without a pause. Never add to it. */
const BEFORE_THE_RULE = new Set(['0005_long_organisation_names.ts']);

const connect = (url: string): Db => openDatabase(openPool({ url, poolSize: 2, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));

describe('Migrations', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createDatabase({ contents: 'empty' });
    db = connect(database.url);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  test('only add to what a running program of the version before knows, or refuse that program', async () => {
    const names = (await readdir(join(root, FOLDER))).sort();
    const oldest = async () =>
      (await sql<{ value: string }>`SELECT value FROM settings WHERE key = 'schema.oldestProgram'`.execute(db)).rows[0]?.value;
    const broken: Record<string, string[]> = {};
    for (const name of names) {
      const { up } = (await import(`../../${FOLDER}/${name}`)) as Migration;
      const before = await readSchema(db);
      const refusedBefore = before.tables.has('settings') ? await oldest() : undefined;
      await db.transaction().execute((tx) => up(tx));
      const found = breaksFor(before, await readSchema(db));
      const refusesFormer = (await oldest()) !== refusedBefore;
      if (found.length > 0 && !refusesFormer && !BEFORE_THE_RULE.has(name)) broken[name] = found;
    }
    expect(names.length).toBeGreaterThan(10);
    expect(broken).toEqual({});
  });

  describe.each([
    ['ALTER TABLE users DROP COLUMN title', 'users.title is gone'],
    ['ALTER TABLE users RENAME COLUMN title TO salutation', 'users.title is gone'],
    ['ALTER TABLE sync_runs RENAME TO syncs', 'sync_runs.at is gone'],
    ['DROP TABLE processes', 'processes.process_id is gone'],
    ['ALTER TABLE users ADD COLUMN shoe_size integer NOT NULL', "users.shoe_size is demanded of those who don't know it"],
    ['ALTER TABLE users ALTER COLUMN locked_until SET NOT NULL', 'users.locked_until must not be null any more'],
    ['ALTER TABLE users ALTER COLUMN version DROP DEFAULT', 'users.version has lost its default'],
    ['ALTER TABLE users ALTER COLUMN version TYPE text', 'users.version was integer, is text'],
    ['ALTER TABLE users ADD CHECK (length(first_name) < 10)', 'a new constraint: users: CHECK ((length(first_name) < 10))'],
    ['CREATE UNIQUE INDEX one_surname ON users (last_name)', 'a new constraint: users: CREATE UNIQUE INDEX  ON public.users'],
    ['DROP FUNCTION record_lost_roles CASCADE', 'the function record_lost_roles() trigger is gone'],
  ])('%s', (statement, complaint) => {
    test('is found', async () => {
      expect((await breaksOf(statement)).join('\n')).toContain(complaint);
    });
  });

  test.each([
    'ALTER TABLE users ADD COLUMN shoe_size integer',
    'ALTER TABLE users ADD COLUMN shoe_size integer NOT NULL DEFAULT 42 CHECK (shoe_size > 0)',
    'ALTER TABLE users ALTER COLUMN version TYPE bigint',
    'ALTER TABLE users ALTER COLUMN first_name DROP NOT NULL',
    'CREATE TABLE shoes (size integer NOT NULL UNIQUE)',
    'CREATE INDEX surnames ON users (last_name)',
  ])('%s is allowed', async (statement) => {
    expect(await breaksOf(statement)).toEqual([]);
  });

  /** Tried, and taken back. */
  async function breaksOf(statement: string): Promise<string[]> {
    const tried = await db
      .transaction()
      .execute(async (tx) => {
        const before = await readSchema(tx);
        await sql.raw(statement).execute(tx);
        throw Object.assign(new Error('Taken back'), { found: breaksFor(before, await readSchema(tx)) });
      })
      .catch((error: unknown) => error as { found?: string[] });
    if (!tried.found) throw new Error(`Not tried: ${statement}`, { cause: tried });
    return tried.found;
  }
});

const git = (...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

/** The last commit that has some of today's migrations, no others, and tolerates the rest; undefined without the history. */
function commitBefore(): string | undefined {
  const today = new Set(readdirSync(join(root, FOLDER)));
  const isBefore = (commit: string) => {
    const names = git('ls-tree', '--name-only', `${commit}:${FOLDER}`).split('\n').filter(Boolean);
    return names.length > 0 && names.length < today.size && names.every((name) => today.has(name));
  };
  const toleratesNewer = (commit: string) => git('show', `${commit}:server/db/migrate.ts`).includes('schema.oldestProgram');
  const commits = git('rev-list', '--first-parent', '--max-count=100', 'HEAD').split('\n').filter(Boolean);
  return commits.find((commit) => isBefore(commit) && toleratesNewer(commit));
}

const former = commitBefore();
if (former === undefined) process.stderr.write('SKIPPED: the history has no version before the newest migrations\n');

(former === undefined ? describe.skip : describe)('The program from before the newest migrations', () => {
  let checkout: string;
  let database: TestDatabase;
  const servers: TestServer[] = [];
  const start = async (options: ProcessOptions) => {
    const server = await startServerProcess({ database, ...options });
    servers.push(server);
    return server;
  };
  beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'gatehouse-former-'));
    const archive = join(checkout, 'former.tar');
    git('archive', `--output=${archive}`, former ?? '', 'server', 'api', 'locales', 'package.json');
    spawnSync('tar', ['-xf', archive, '-C', checkout]);
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
    database = await createDatabase();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    await rm(checkout, { recursive: true, force: true });
  });

  test('serves on today’s schema, beside today’s program: sessions, lists, changes, audit', async () => {
    const today = await start({});
    const before = await start({ root: checkout });
    const admin = await logInAs(before, 'sysadmin');
    const atToday = createClient(today, { jar: admin.jar });
    for (const [turn, [write, read]] of [
      [admin, atToday],
      [atToday, admin],
    ].entries()) {
      const enabled = turn === 1;
      await write?.ok('Users.Enable', { userName: 'ordinary', enabled });
      const { rows = [] } = (await read?.ok('Users.Page', { search: 'ordinary' })) ?? {};
      expect(rows.find(({ userName }) => userName === 'ordinary')).toMatchObject({ enabled });
      const { events } = (await read?.ok('Users.AuditReport', { target: 'ordinary', limit: 1 })) ?? { events: [] };
      expect(events[0]).toMatchObject({ action: 'Users.Enable', outcome: 'success' });
    }
    expect((await admin.call('Health.Ready')).status).toBe(200);
    expect(await before.stop()).toBe(0);
    expect(before.output()).not.toContain('"level":50');
    // Taken back: the former one starts on the newer schema too.
    const again = await start({ root: checkout });
    expect((await createClient(again, { jar: admin.jar }).call('Users.Self')).status).toBe(200);
  });
});
