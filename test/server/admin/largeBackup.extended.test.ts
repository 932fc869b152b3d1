/** A backup of a large database: no warnings, and it comes back as it was. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { createDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

const root = resolve(__dirname, '../../..');
/** Enough for the stream to fill up, drain and continue many times. */
const EVENTS = 60_000;

test('It is written and restored without a word on stderr', async () => {
  const [source, target, directory] = [
    await createDatabase(),
    await createDatabase({ contents: 'empty' }),
    await mkdtemp(join(tmpdir(), 'gatehouse-test-')),
  ];
  const admin = (url: string, ...args: string[]) =>
    new Promise<{ code: number; err: string }>((done) => {
      const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: directory, DATABASE_URL: url };
      const child = execFile(process.execPath, ['server/admin/main.ts', ...args], { cwd: root, env }, (_error, _out, err) => {
        done({ code: child.exitCode ?? -1, err });
      });
    });
  try {
    await source.query(
      `INSERT INTO audit_events (event_id, at, action, outcome, details)
       SELECT gen_random_uuid(), now(), 'Story.Large', 'success', jsonb_build_object('text', repeat(md5(n::text), 20))
         FROM generate_series(1, $1::int) n`,
      [EVENTS],
    );
    const file = join(directory, 'large.backup');
    expect(await admin(source.url, 'backup', file)).toEqual({ code: 0, err: '' });
    const db = openDatabase(openTestPool(target.url, 2));
    await migrate(db);
    await db.destroy();
    expect(await admin(target.url, 'restore', file)).toEqual({ code: 0, err: '' });
    const digest = `SELECT count(*)::int AS events, md5(string_agg(md5(e::text), '' ORDER BY seq)) AS digest
      FROM audit_events e WHERE action = 'Story.Large'`;
    expect(await target.row(digest)).toEqual(await source.row(digest));
  } finally {
    await Promise.all([source.drop(), target.drop(), rm(directory, { recursive: true })]);
  }
});
