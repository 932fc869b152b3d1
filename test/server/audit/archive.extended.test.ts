/** Archives of the audit: months leave the database for files, and both stay verifiable. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { runAdmin } from '../../../server/admin/commands.ts';
import { auditKeysOf } from '../../../server/audit/chain.ts';
import { personErasure } from '../../../server/audit/erasure.ts';
import { addMonths, monthOf, partitionOf } from '../../../server/audit/partitions.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { openDatabase, type CancellablePool, type Db } from '../../../server/db/database.ts';
import { openKeyring, type Keyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { readConfig } from '../../../server/config/config.ts';
import { admin } from '../../support/admin.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestPool } from '../../support/openTestPool.ts';

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
const [MAY, JUNE] = ['2024-05', '2024-06'];
/** A month with a partition of its own. */
const OWN = addMonths(monthOf(new Date()), 3);
const YEAR_MS = 365 * 24 * 60 * 60_000;

let database: TestDatabase;
let pool: CancellablePool;
let db: Db;
let keyring: Keyring;
let folder: string;

beforeEach(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'));
  pool = openTestPool(database.url, 3);
  db = openDatabase(pool);
  keyring = await openKeyring(db, readMasterKeys(readConfig({ DATABASE_URL: database.url, SECRET_KEY })), () => new Date());
  await sign();
  await sign(MAY, MAY, MAY);
  await sign(MAY, JUNE, JUNE);
  await sign(JUNE, JUNE);
  await sign(OWN, OWN);
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Writes one event in each month, and signs them. */
async function sign(...months: string[]) {
  await database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, outcome)
     SELECT gen_random_uuid(), (month || '-15T12:00:00Z')::timestamptz, 'writer_' || month, 'Story.Archive', 'success'
       FROM unnest($1::text[]) month`,
    [months],
  );
  await signAudit(db, new Date(), keyring.auditKey());
}

const env = () => ({ NODE_ENV: 'test', DATABASE_URL: database.url, SECRET_KEY, TEST_CLOCK_OFFSET_MS: String(YEAR_MS) });
const run = (...args: string[]) => runAdmin(args, env());
/** The roll-up has the events that are there. */
async function expectTrueCounts() {
  await signAudit(db, new Date(), keyring.auditKey());
  const { days, quarters, ofMay } = await database.row<{ days: number; quarters: number; ofMay: number }>(
    `SELECT (SELECT sum(events)::int FROM audit_daily WHERE scope = 'all') AS days,
            (SELECT sum(n)::int FROM audit_daily, unnest(quarters) n WHERE scope = 'all') AS quarters,
            (SELECT count(*)::int FROM audit_daily WHERE day >= '2024-05-01' AND day < '2024-06-01') AS "ofMay"`,
  );
  const { events, inMay } = await database.row<{ events: number; inMay: boolean }>(
    `SELECT count(*)::int AS events, coalesce(bool_or(at >= '2024-05-01Z' AND at < '2024-06-01Z'), false) AS "inMay" FROM audit_events`,
  );
  expect([days, quarters, ofMay > 0]).toEqual([events, events, inMay]);
}
const archive = (before: string) => run('audit', 'archive', '--to', folder, '--before', before);
const fileOf = (month: string) => join(folder, `audit-${month}.copy.gz`);
const stories = async () => (await auditEvents({ database }, { action: 'Story.Archive' })).length;
const forge = (statement: string) =>
  database.query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);

test('Months are archived in files, one after the other; the rest is verified as before, and so is each file', async () => {
  await expectTrueCounts();
  const [, mark = ''] = /: (\S+)$/.exec((await run('verify-audit')).out.trim()) ?? [];
  expect(await archive(JUNE)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('2024-05: 4 events') as string });
  expect((await stat(fileOf(MAY))).mode & 0o077).toBe(0);
  expect(await stories()).toBe(6);
  await expectTrueCounts();
  // Runs it as the operator does.
  expect((await admin(['verify-audit', mark], env())).out).toContain('4 older events were archived');

  for (const [statement, undo] of [
    [
      `UPDATE audit_events SET actor = 'x' WHERE actor = 'writer_2024-06'`,
      `UPDATE audit_events SET actor = 'writer_2024-06' WHERE actor = 'x'`,
    ],
    [
      `UPDATE audit_signatures SET archive_sha256 = sha256(archive_sha256) WHERE month = '2024-05'`,
      `UPDATE audit_signatures SET archive_sha256 = (SELECT decode(details ->> 'sha256', 'hex') FROM audit_events
         WHERE action = 'Operator.ArchiveEvents' AND target = '2024-05') WHERE month = '2024-05'`,
    ],
    [
      `UPDATE audit_signatures SET removed_at = now(), removal_key_id = key_id, removal_proof = hash WHERE removed_at IS NULL`,
      `UPDATE audit_signatures SET removed_at = NULL, removal_key_id = NULL, removal_proof = NULL WHERE month <> '2024-05'`,
    ],
  ] as const) {
    await forge(statement);
    expect([statement, (await run('verify-audit')).code]).toEqual([statement, 1]);
    await forge(undo);
    expect((await run('verify-audit')).code).toBe(0);
  }

  // The file can be read into a table.
  await database.query('CREATE TABLE read_back (LIKE audit_events)');
  const client = await pool.connect();
  await pipeline(
    createReadStream(fileOf(MAY)),
    createGunzip(),
    client.query(copyFrom('COPY read_back FROM STDIN (HEADER MATCH)')),
  );
  client.release();
  expect(await database.query('SELECT DISTINCT actor FROM read_back')).toEqual([{ actor: 'writer_2024-05' }]);

  expect((await archive(addMonths(OWN, 1))).out).toContain(`${OWN}: 2 events`);
  expect(await stories()).toBe(0);
  await expectTrueCounts();
  expect(await database.query(`SELECT FROM pg_class WHERE relname = $1`, [partitionOf(OWN)])).toEqual([]);
  expect((await run('verify-audit', mark)).out).toContain('The audit is intact');
  expect((await archive(addMonths(OWN, 1))).out).toContain('No events are from before');
  for (const month of [MAY, JUNE, OWN])
    expect(await run('audit', 'verify', fileOf(month))).toMatchObject({
      code: 0,
      out: expect.stringContaining('all in the chain of this database') as string,
    });
  const lines = gunzipSync(await readFile(fileOf(MAY))).toString();
  expect(lines).toContain('writer_2024-05');
  expect(lines).not.toContain('writer_2024-06');

  // Neither the archive of another month nor an older one of the same month is accepted.
  await copyFile(fileOf(JUNE), fileOf(MAY));
  expect((await run('audit', 'verify', fileOf(MAY))).err).toContain('is the archive of 2024-06');
  await database.query(`UPDATE audit_signatures SET archive_sha256 = sha256(archive_sha256) WHERE month = '2024-06'`);
  expect((await run('audit', 'verify', fileOf(JUNE))).err).toContain('not the archive that the chain');

  const other = await createDatabase();
  const { code, err } = await runAdmin(['audit', 'verify', fileOf(MAY)], { ...env(), DATABASE_URL: other.url });
  const unkeyed = await runAdmin(['audit', 'archive', '--to', folder], {
    ...env(),
    DATABASE_URL: other.url,
    SECRET_KEY: undefined,
  });
  await other.drop();
  expect([code, err]).toEqual([1, expect.stringContaining('does not fit')]);
  // The archive needed a key above.
  expect(unkeyed.err).toContain('SECRET_KEY');
});

test('A file in which an event is changed, or an event or the end is missing, is detected', async () => {
  await archive(JUNE);
  const lines = gunzipSync(await readFile(fileOf(MAY)))
    .toString()
    .trimEnd()
    .split('\n');
  const [last = ''] = lines.slice(-1);
  for (const damaged of [
    lines.map((line) => line.replace('writer_2024-05', 'writer_2024-07')),
    lines.filter((_, index) => index !== 1),
    lines.slice(0, -1),
    [...lines.slice(0, -1), last.replace('"events":4', '"events":3')],
    [...lines.slice(0, -1), last.replace(/"proof":"[^"]+"/, '"proof":""')],
    [...lines.slice(0, -1), last.replace(/"keyId":"[^"]+"/, '"keyId":null')],
    // The end is another archive's.
    [...lines.slice(0, 2), '\\.', last],
  ]) {
    await writeFile(fileOf(MAY), gzipSync(`${damaged.join('\n')}\n`));
    expect(await run('audit', 'verify', fileOf(MAY))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has been changed|not complete/) as string,
    });
  }
  await writeFile(fileOf(MAY), 'hello');
  expect((await run('audit', 'verify', fileOf(MAY))).err).toContain('is no archive');
});

test('A month with a changed event, or one that is not signed, stays in the database', async () => {
  await forge(
    `UPDATE audit_events SET actor = 'x' WHERE actor = 'writer_2024-05' AND seq = (SELECT min(seq) FROM audit_events WHERE actor = 'writer_2024-05')`,
  );
  const { code, err } = await archive(JUNE);
  expect([code, err]).toEqual([1, expect.stringContaining('does not fit')]);
  await forge(`UPDATE audit_events SET actor = 'writer_2024-05' WHERE actor = 'x'`);
  await database.query(
    `INSERT INTO audit_events (event_id, at, action, outcome) VALUES (gen_random_uuid(), '2024-05-31T23:59:59Z', 'Story.Archive', 'success')`,
  );
  expect((await archive(JUNE)).err).toContain('not sealed yet');
  expect(await stories()).toBe(11);
  expect(await readdir(folder)).toEqual([]);
  for (const args of [
    [],
    ['--to', folder, '--before', '2024-13'],
    ['--to', join(folder, 'absent')],
    ['--to', folder, '--before', '2099-01'],
  ])
    expect((await run('audit', 'archive', ...args)).code).toBe(1);
});

test('An erased user is a pseudonym in the archive, which proves what was signed', async () => {
  const person = {
    userId: '00000000-0000-4000-8000-000000000001',
    userName: 'writer_2024-05',
    emails: [],
    pseudonym: 'erased-1',
  };
  expect(await db.transaction().execute((tx) => personErasure(keyring)(tx, person, new Date()))).toBe(4);
  expect((await archive(addMonths(JUNE, 1))).code).toBe(0);
  expect(gunzipSync(await readFile(fileOf(MAY))).toString()).not.toContain('writer_2024-05');
  expect((await run('audit', 'verify', fileOf(MAY))).out).toContain('In 4 of them a pseudonym');
  expect((await run('verify-audit')).code).toBe(0);
});

test('Killed before, while and after it writes a file, the command loses nothing and continues', async () => {
  for (const moment of [`${fileOf(MAY)}.part`, fileOf(MAY), fileOf(JUNE)]) {
    const args = ['server/admin/main.ts', 'audit', 'archive', '--to', folder, '--before', addMonths(JUNE, 1)];
    const child = spawn(process.execPath, args, {
      cwd: resolve(import.meta.dirname, '../../..'),
      env: { PATH: process.env.PATH, ...env() },
    });
    const ended = once(child, 'close');
    await eventually(moment, () => existsSync(moment) || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
    const left = await stories();
    const archived = [10 - 4 - 4, 10 - 4, 10].indexOf(left);
    expect([moment, archived]).not.toEqual([moment, -1]);
    expect((await run('verify-audit')).code).toBe(0);
  }
  expect((await archive(addMonths(JUNE, 1))).code).toBe(0);
  expect(await stories()).toBe(2);
  expect((await readdir(folder)).filter((name) => !name.endsWith('.part'))).toEqual([
    'audit-2024-05.copy.gz',
    'audit-2024-06.copy.gz',
  ]);
  for (const month of [MAY, JUNE]) expect((await run('audit', 'verify', fileOf(month))).code).toBe(0);
});

test('A forged file is refused with a line that a terminal can show, even one that expands without end', async () => {
  const head = 'seq\tevent_id\n1\tx\n';
  const end = (line: unknown) => gzipSync(`${head}\\.\n${JSON.stringify(line)}\n`);
  const escape = '\u001b]0;owned\u0007';
  const filler = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'));
  for (const content of [
    gzipSync(head),
    gzipSync(`${head}\\.\n${escape}\n`),
    end(null),
    end({ manifest: null }),
    end({ manifest: { month: escape, events: escape }, keyId: escape, proof: escape }),
    end({ manifest: { month: escape }, keyId: null, proof: createHash('sha256').digest('hex') }),
    end({ manifest: [], keyId: {}, proof: 7 }),
    Buffer.concat([gzipSync(head), ...Array.from({ length: 12 }, () => filler)]),
  ]) {
    await writeFile(fileOf(MAY), content);
    const { code, err } = await run('audit', 'verify', fileOf(MAY));
    expect([code, err]).toEqual([1, expect.stringMatching(/^[ -~]*(?:is no archive|has been changed|is not complete)[ -~]*$/)]);
  }
  expect(await stories()).toBe(10);
});

test('A signature with its events can’t be removed between archived ones, nor be made to look old', async () => {
  await sign(JUNE);
  await sign(MAY);
  await sign(JUNE);
  expect((await archive(JUNE)).code).toBe(0);
  const between = `(SELECT number FROM audit_signatures s WHERE month = '2024-06'
    AND EXISTS (SELECT FROM audit_signatures n WHERE n.number = s.number + 1 AND n.removed_at IS NOT NULL) ORDER BY number DESC LIMIT 1)`;
  // Retention would remove its events, and prove that.
  await database.query(`CREATE TABLE kept AS SELECT number, signed_at FROM audit_signatures`);
  await database.query(`UPDATE audit_signatures SET signed_at = '2024-01-01' WHERE removed_at IS NULL`);
  await expect(dropOldEvents(db, new Date('2025-01-01'), new Date(), auditKeysOf(keyring, db))).rejects.toThrow(
    'has been changed',
  );
  await database.query(`UPDATE audit_signatures s SET signed_at = k.signed_at FROM kept k WHERE k.number = s.number`);
  expect((await run('verify-audit')).code).toBe(0);
  await forge(`DELETE FROM audit_events WHERE at >= '2024-06-01Z' AND at < '2024-07-01Z'
    AND seq = (SELECT through_seq FROM audit_signatures WHERE number = ${between})`);
  await forge(`DELETE FROM audit_signatures WHERE number = ${between}`);
  expect((await run('verify-audit')).code).toBe(1);
});

test('Late events of a month get a file of their own, and the former one stays, whatever the database says of it', async () => {
  expect((await archive(JUNE)).code).toBe(0);
  const former = await readFile(fileOf(MAY));
  await sign(MAY, MAY);
  await database.query(`UPDATE audit_signatures SET archive_sha256 = NULL WHERE month = '2024-05'`);
  expect((await archive(JUNE)).out).toContain('audit-2024-05.2.copy.gz');
  expect(await readFile(fileOf(MAY))).toEqual(former);
  expect((await run('audit', 'verify', join(folder, 'audit-2024-05.2.copy.gz'))).out).toContain('2 events of 2024-05');
  expect((await run('verify-audit')).code).toBe(1);
});
