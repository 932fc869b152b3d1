/** The operator's command line: administrators, MFA reset, verification of the audit, backup and restore. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { signAudit } from '../../../server/audit/sign.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { lockDataDir } from '../../../server/embedded/dataDirLock.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { startServer } from '../../support/server.ts';

const root = resolve(__dirname, '../../..');

describe('The operator', () => {
  let database: TestDatabase;
  let directory: string;

  beforeEach(async () => {
    database = await createDatabase();
    directory = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  function admin(args: string[], env: Record<string, string> = { DATABASE_URL: database.url }) {
    return new Promise<{ code: number; out: string; err: string }>((done) => {
      const options = { cwd: root, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: directory, ...env } };
      const child = execFile(process.execPath, ['server/admin/main.ts', ...args], options, (_error, out, err) => {
        done({ code: child.exitCode ?? -1, out, err });
      });
    });
  }

  const events = (action: string) => auditEvents({ database }, { action }, 'actor', 'target');

  test('gets the list of commands from `help` and from a wrong command', async () => {
    expect((await admin(['help'])).out).toContain('make-admin <user>');
    expect((await admin(['make-admin'])).code).toBe(2);
    expect((await admin(['destroy'])).err).toContain('list-admins');
  });

  test('makes a locked and disabled user an administrator who can log in, once, with the operator as actor in the audit', async () => {
    await database.query(
      `UPDATE users SET enabled = false, locked_until = now() + interval '1 hour' WHERE user_name = 'ordinary'`,
    );
    expect((await admin(['make-admin', 'ORDINARY'])).out).toContain('ordinary is a system administrator now.');
    expect((await admin(['make-admin', 'ordinary'])).out).toContain('already');
    expect(await events('Operator.MakeAdmin')).toEqual([{ actor: 'operator', target: 'ordinary' }]);
    expect((await admin(['list-admins'])).out).toMatch(/^ordinary\t.*SystemAdministration/m);
    expect(await admin(['make-admin', 'nobody_here'])).toMatchObject({ code: 1, err: 'There is no user nobody_here.\n' });
    const site = await startServer({ database });
    expect((await (await logInAs(site, 'ordinary')).call('Users.LastSync')).status).toBe(200);
    await site.stop();
  });

  test('resets the MFA of a user, who must enrol again at the next login', async () => {
    await database.query(
      `INSERT INTO passkeys SELECT gen_random_uuid(), user_id, 'credential', '', 0, false, false, '{}', 'Phone', '', now()
         FROM users WHERE user_name = 'mfa_user'`,
    );
    expect((await admin(['reset-mfa', 'mfa_user'])).code).toBe(0);
    // Passkeys are second factors too.
    expect(await database.query('SELECT FROM passkeys')).toEqual([]);
    expect(await events('Operator.ResetMfa')).toEqual([{ actor: 'operator', target: 'mfa_user' }]);
    const site = await startServer({ database });
    const { outcome } = await createClient(site).ok('Login.Login', { body: { userName: 'mfa_user', password: 'Demo-pass-1' } });
    expect(outcome).toBe('MfaEnrolmentRequired');
    await site.stop();
  });

  test('verifies the audit: changed events are detected, and with a noted mark also removed signatures', async () => {
    const db = openDatabase(openTestPool(database.url, 2));
    await signAudit(db, new Date());
    await db.destroy();
    const { out } = await admin(['verify-audit']);
    expect(out).toMatch(/^The audit is intact: [1-9]\d* events/);
    const [, mark = ''] = /: (\S+)$/.exec(out.trim()) ?? [];
    expect((await admin(['verify-audit', mark])).out).toBe(out);
    expect(await admin(['verify-audit', mark.replace(/.$/, 'x')])).toMatchObject({
      code: 1,
      err: 'This is no mark of the audit.\n',
    });
    await database.query('ALTER TABLE audit_events DISABLE TRIGGER USER');
    await database.query(`UPDATE audit_events SET actor = 'another_user' WHERE seq = (SELECT min(seq) FROM audit_events)`);
    expect(await admin(['verify-audit'])).toMatchObject({ code: 1, err: expect.stringContaining('has been changed') as string });

    await database.query('TRUNCATE audit_signatures');
    expect((await admin(['verify-audit'])).code).toBe(0);
    expect(await admin(['verify-audit', mark])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not there any more') as string,
    });
  });

  test('restores a backup into an empty database only, with every row unchanged, and the server runs on it', async () => {
    const file = join(directory, 'all.backup');
    const findings = `INSERT INTO unusual_findings VALUES ('all', now(), '[]') ON CONFLICT (scope) DO UPDATE SET found_at = now()`;
    await database.query(findings);
    expect(await admin(['backup', file])).toMatchObject({ code: 0, err: '' });
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await admin(['backup', file])).err).toContain('is there already');
    expect(await events('Operator.Backup')).toEqual([{ actor: 'operator', target: file }]);
    const restored = await createDatabase({ contents: 'empty' });
    try {
      await admin(['migrate'], { DATABASE_URL: restored.url });
      await restored.query(findings);
      expect(await admin(['restore', file], { DATABASE_URL: restored.url })).toMatchObject({ code: 0, err: '' });
      const names = await database.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%' ORDER BY 1`,
      );
      expect(names.length).toBeGreaterThan(20);
      expect(await restored.query('SELECT FROM unusual_findings')).toEqual([]);
      const dropped = ['sessions', 'grants', 'links', 'remembered_browsers', 'unusual_findings'];
      for (const { name } of names.filter((one) => !dropped.includes(one.name))) {
        // Operator events are written to the database on which the command ran.
        const all = `SELECT to_jsonb(t)::text AS line FROM ${name} t ${name.startsWith('audit_events') ? `WHERE action NOT LIKE 'Operator.%'` : ''} ORDER BY 1`;
        expect([name, await restored.query(all)]).toEqual([name, await database.query(all)]);
      }
      expect(await restored.query(`SELECT actor FROM audit_events WHERE action = 'Operator.Restore'`)).toEqual([
        { actor: 'operator' },
      ]);
      await expect(restored.query('DELETE FROM audit_events')).rejects.toThrow('append-only');
      const site = await startServer({ database: restored });
      await (await logInAs(site, 'sysadmin')).ok('Users.Self');
      await site.stop();
      expect((await admin(['restore', file], { DATABASE_URL: restored.url })).err).toContain('not empty');
    } finally {
      await restored.drop();
    }
  });

  test('cannot restore a changed, truncated, foreign or missing file, and the database stays empty', async () => {
    const file = join(directory, 'all.backup');
    await admin(['backup', file]);
    const text = gunzipSync(await readFile(file)).toString('utf8');
    const damaged = {
      changed: text.replace('Harbour Mutual', 'Harbour Mutuel'),
      cut: text.slice(0, text.length / 2),
      foreign: 'hello\n',
      older: text.replace('"schema":"0001_schema"', '"schema":"0001_foundation"'),
    };
    const empty = await createDatabase({ contents: 'empty' });
    try {
      for (const [name, content] of Object.entries(damaged)) {
        await writeFile(join(directory, name), gzipSync(content));
        const { code, err } = await admin(['restore', join(directory, name)], { DATABASE_URL: empty.url });
        expect([name, code, err]).toEqual([name, 1, expect.stringMatching(/^(The backup is|This file is)/)]);
      }
      expect(await empty.query('SELECT FROM organisations')).toEqual([]);
      expect((await admin(['restore', join(directory, 'absent')], { DATABASE_URL: empty.url })).err).toMatch(/^There is no file/);
    } finally {
      await empty.drop();
    }
  });

  test('must stop the server first that uses the embedded database', async () => {
    const release = lockDataDir(directory, 'http://127.0.0.1:18361');
    const answer = await admin(['list-admins'], {});
    release();
    expect(answer.code).toBe(1);
    expect(answer.err).toMatch(/serving http:\/\/127\.0\.0\.1:18361\nStop it first/);
  });
});
