/** A backup of an older schema, from before migrations that need nothing of former rows, is restored into today's. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { backUp } from '../../server/admin/backup.ts';
import { tablesOf } from '../../server/admin/backup.tables.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { admin } from '../support/admin.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { logInAs } from '../support/logInAs.ts';
import { startServer } from '../support/server.ts';

const FOLDER = 'server/db/migrations';
/** The oldest whose rows are restored, and the one before. */
const [OLDEST, TOO_OLD] = ['0029_four_eyes', '0028_impersonation_access'];

let folder: string;
let today: TestDatabase;
let former: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-older-'));
  [today, former] = [await createDatabase(), await createDatabase({ contents: 'empty' })];
  await migrateUpTo(OLDEST);
  client = new pg.Client({ connectionString: former.url });
  await client.connect();
  await fillFromToday();
});
afterAll(async () => {
  await client.end();
  await today.drop();
  await former.drop();
  await rm(folder, { recursive: true, force: true });
});

async function migrateUpTo(last: string): Promise<void> {
  const db = openDatabase(openPool({ url: former.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  for (const name of (await readdir(resolve(import.meta.dirname, '../..', FOLDER))).sort()) {
    if (name > `${last}.ts`) break;
    const { up } = (await import(`../../${FOLDER}/${name}`)) as Migration;
    await db.transaction().execute((tx) => up(tx));
  }
  await db.destroy();
}

/** The demo directory, in the columns that there were. */
async function fillFromToday(): Promise<void> {
  await client.query('SET session_replication_role = replica');
  for (const { table, columns } of await tablesOf(client)) {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const rows = await today.query<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM ${table} t`);
    await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows.map(({ row }) => row))],
    );
  }
}

/** As the program of that schema has written it. */
async function backUpAs(schema: string): Promise<string> {
  const file = join(folder, schema);
  await backUp(client, file, { now: new Date(), key: undefined });
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const head = JSON.stringify({ ...(JSON.parse(lines[0] ?? '') as object), schema });
  const { rows } = JSON.parse(lines.at(-1) ?? '') as { rows: number };
  const content = [head, ...lines.slice(1, -1), ''].join('\n');
  const tail = JSON.stringify({ rows, sha256: createHash('sha256').update(content).digest('hex') });
  await writeFile(file, gzipSync(`${content}${tail}\n`));
  return file;
}

test('the people, their roles and the audit are as they were, and the server runs on it', async () => {
  await client.query(
    `INSERT INTO audit_counts (scope, minutes, starts_at, action, outcome, events)
     VALUES ('all', 15, '2001-01-01Z', 'Login.Login', 'success', 3), ('all', 15, '2001-01-01Z', 'Login.Logout', 'success', 2)`,
  );
  const file = await backUpAs(OLDEST);
  const restored = await createDatabase({ contents: 'empty' });
  try {
    const env = { DATABASE_URL: restored.url };
    await admin(['migrate'], env);
    expect(await admin(['restore', file], env)).toMatchObject({ code: 0, err: '' });
    for (const { table, columns } of (await tablesOf(client)).filter((one) =>
      ['users', 'organisations', 'audit_events', 'audit_seals', 'headcounts', 'account_counts'].includes(one.table),
    )) {
      const lines = `SELECT jsonb_build_array(${columns.map((column) => `"${column}"`).join(', ')})::text AS line FROM ${table}
        ${table === 'audit_events' ? "WHERE action NOT LIKE 'Operator.%'" : ''} ORDER BY 1`;
      expect([table, await restored.query(lines)]).toEqual([table, (await client.query(lines)).rows]);
    }
    expect(await restored.query(`SELECT outcome, events FROM audit_totals WHERE starts_at = '2001-01-01Z'`)).toEqual([
      { outcome: 'success', events: 5 },
    ]);
    expect(await admin(['verify-audit'], env)).toMatchObject({ code: 0 });
    const site = await startServer({ database: restored });
    const sysadmin = await logInAs(site, 'sysadmin');
    expect((await sysadmin.ok('Users.Page', { limit: 1 })).total).toBe(
      (await client.query<{ count: number }>('SELECT count(*)::int FROM users')).rows[0]?.count,
    );
    await site.stop();
  } finally {
    await restored.drop();
  }
});

test('one from before a migration that rewrites rows is refused, and nothing is changed', async () => {
  const file = await backUpAs(TOO_OLD);
  const restored = await createDatabase({ contents: 'empty' });
  try {
    const env = { DATABASE_URL: restored.url };
    await admin(['migrate'], env);
    expect((await admin(['restore', file], env)).err).toContain(`The backup is of version ${TOO_OLD}, this program of`);
    expect(await restored.query('SELECT FROM users')).toEqual([]);
  } finally {
    await restored.drop();
  }
});
