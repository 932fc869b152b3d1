/**
 * Upgrades while running: every migration after the first only adds (expand), or declares by `schema.oldestProgram` that it removes
 * something (contract).
 */
import { sql, type Kysely } from 'kysely';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { migrations } from '../../../server/db/migrate.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { breaksFor, readSchema } from '../../support/schemaRules.ts';

const connect = (url: string): Db => openDatabase(openTestPool(url, 2));

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
    const oldest = async () =>
      (await sql<{ value: string }>`SELECT value FROM settings WHERE key = 'schema.oldestProgram'`.execute(db)).rows[0]?.value;
    const broken: Record<string, string[]> = {};
    for (const [index, [name, { up }]] of Object.entries(migrations).entries()) {
      const before = await readSchema(db);
      const refusedBefore = index === 0 ? undefined : await oldest();
      await db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>));
      const found = breaksFor(before, await readSchema(db));
      if (found.length > 0 && (await oldest()) === refusedBefore) broken[name] = found;
    }
    expect(broken).toEqual({});
  });

  test('are none in 1.0.0, whose schema is one', () => {
    if (packageJson.version === '1.0.0') expect(Object.keys(migrations)).toEqual(['0001_schema']);
    else expect(Object.keys(migrations)[0]).toBe('0001_schema');
  });

  describe.each([
    ['ALTER TABLE users DROP COLUMN title', 'users.title is gone'],
    ['ALTER TABLE users RENAME COLUMN title TO salutation', 'users.title is gone'],
    ['ALTER TABLE sync_runs RENAME TO syncs', 'sync_runs.at is gone'],
    ['DROP TABLE processes', 'processes.process_id is gone'],
    [
      'ALTER TABLE users ADD COLUMN shoe_size integer NOT NULL',
      'users.shoe_size must be written, and the program before does not know it',
    ],
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

  /** Runs a statement, and rolls it back. */
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
