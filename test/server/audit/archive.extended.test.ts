/** Archives of the audit: months leave the database with their seals, and what is left goes on being verifiable. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runAdmin } from '../../../server/admin/commands.ts';
import { countNewEvents } from '../../../server/audit/counting.ts';
import { personErasure } from '../../../server/audit/erasure.ts';
import { addMonths, monthOf } from '../../../server/audit/months.ts';
import { partitionOf } from '../../../server/audit/partitions.ts';
import { sealAudit } from '../../../server/audit/seal.ts';
import { openDatabase, openPool, type Db } from '../../../server/db/database.ts';
import { openKeyring, type Keyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { readConfig } from '../../../server/config.ts';
import { admin } from '../../support/admin.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
const [MAY, JUNE] = ['2024-05', '2024-06'];
/** Of a month with a partition of its own. */
const OWN = addMonths(monthOf(new Date()), 3);
const YEAR_MS = 365 * 24 * 60 * 60_000;

let database: TestDatabase;
let db: Db;
let keyring: Keyring;
let folder: string;

beforeEach(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'));
  db = openDatabase(openPool({ url: database.url, poolSize: 3, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  keyring = await openKeyring(db, readMasterKeys(readConfig({ DATABASE_URL: database.url, SECRET_KEY })), () => new Date());
  await seal();
  await seal(MAY, MAY, MAY);
  // This seal covers events of both.
  await seal(MAY, JUNE, JUNE);
  await seal(JUNE, JUNE);
  await seal(OWN, OWN);
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Writes one event in each month, and seals. */
async function seal(...months: string[]) {
  await database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, outcome)
     SELECT gen_random_uuid(), (month || '-15T12:00:00Z')::timestamptz, 'writer_' || month, 'Story.Archive', 'success'
       FROM unnest($1::text[]) month`,
    [months],
  );
  await sealAudit(db, new Date(), keyring.auditKey());
}

const env = () => ({ NODE_ENV: 'test', DATABASE_URL: database.url, SECRET_KEY, TEST_CLOCK_OFFSET_MS: String(YEAR_MS) });
const run = (...args: string[]) => runAdmin(args, env());
/** The counts are those of the events that are there. */
async function expectTrueCounts() {
  await countNewEvents(db);
  expect(
    await database.row(`SELECT (SELECT sum(events)::int FROM audit_counts WHERE scope = 'all' AND minutes = 15) AS counted,
      (SELECT sum(events)::int FROM audit_counts WHERE scope = 'all' AND minutes = 1440) AS days,
      (SELECT count(*)::int FROM audit_counts WHERE starts_at < '2024-07-01Z' AND starts_at >= '2024-06-01Z') AS "ofJune"`),
  ).toEqual(
    await database.row(`SELECT count(*)::int AS counted, count(*)::int AS days,
      (count(*) FILTER (WHERE at < '2024-07-01Z' AND at >= '2024-06-01Z') > 0)::int * 2 AS "ofJune" FROM audit_events`),
  );
}
const archive = (before: string) => run('audit', 'archive', '--to', folder, '--before', before);
const fileOf = (month: string) => join(folder, `audit-${month}.jsonl.gz`);
const stories = async () =>
  (await database.row<{ count: number }>(`SELECT count(*)::int AS count FROM audit_events WHERE action = 'Story.Archive'`)).count;
const forge = (statement: string) =>
  database.query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);

test('Months go into files, one after the other; what is left is verified as before, and so is each file', async () => {
  await expectTrueCounts();
  const [, mark = ''] = /: (\S+)$/.exec((await run('verify-audit')).out.trim()) ?? [];
  expect(await archive(JUNE)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('2024-05: 4 events') as string });
  expect((await stat(fileOf(MAY))).mode & 0o077).toBe(0);
  expect(await stories()).toBe(6);
  await expectTrueCounts();
  // The one whose seal covers events that are still there.
  expect(await database.query('SELECT FROM audit_archived')).toHaveLength(1);
  // As the operator runs it.
  expect((await admin(['verify-audit', mark], env())).out).toContain('4 older events were archived');

  for (const [statement, undo] of [
    [`UPDATE audit_archived SET sealed_digest = sha256(sealed_digest)`, undefined],
    [
      `UPDATE audit_events SET actor = 'x' WHERE actor = 'writer_2024-06'`,
      `UPDATE audit_events SET actor = 'writer_2024-06' WHERE actor = 'x'`,
    ],
    [`UPDATE audit_seals SET dropped_at = now(), drop_key_id = key_id, drop_proof = hash WHERE dropped_at IS NULL`, undefined],
  ] as const) {
    const before = undo === undefined ? await database.query<{ seq: string }>('SELECT * FROM audit_archived') : [];
    const seals = await database.query<{ last_seq: string }>('SELECT * FROM audit_seals WHERE dropped_at IS NULL');
    await forge(statement);
    expect([statement, (await run('verify-audit')).code]).toEqual([statement, 1]);
    if (undo === undefined) {
      for (const row of before)
        await database.query('UPDATE audit_archived SET sealed_digest = $2 WHERE seq = $1', [
          row.seq,
          (row as unknown as { sealed_digest: Buffer }).sealed_digest,
        ]);
      await database.query(
        `UPDATE audit_seals SET dropped_at = NULL, drop_key_id = NULL, drop_proof = NULL WHERE last_seq = ANY ($1)`,
        [seals.map((one) => one.last_seq)],
      );
    } else await forge(undo);
  }

  expect((await archive(addMonths(OWN, 1))).out).toContain(`${OWN}: 2 events`);
  expect(await stories()).toBe(0);
  await expectTrueCounts();
  expect(await database.query(`SELECT FROM pg_class WHERE relname = $1`, [partitionOf(OWN)])).toEqual([]);
  expect(await database.query('SELECT FROM audit_archived')).toEqual([]);
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

  const other = await createDatabase();
  const { code, err } = await runAdmin(['audit', 'verify', fileOf(MAY)], { ...env(), DATABASE_URL: other.url });
  await other.drop();
  expect([code, err]).toEqual([1, expect.stringContaining('does not fit')]);
});

test('A file in which an event is changed, or an event, a seal or the end is missing, is found out', async () => {
  await archive(JUNE);
  const lines = gunzipSync(await readFile(fileOf(MAY)))
    .toString()
    .trimEnd()
    .split('\n');
  const isSeal = (line: string) => line.startsWith('{"seal"');
  const firstSeal = lines.findIndex(isSeal);
  for (const damaged of [
    lines.map((line) => line.replace('writer_2024-05', 'writer_2024-07')),
    lines.filter((_, index) => index !== 1),
    lines.filter((line) => !isSeal(line)),
    // Together with its events.
    lines.filter((_, index) => index === 0 || index > firstSeal),
    lines.slice(0, -1),
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

test('A month with a changed event, or one that is not sealed, stays in the database', async () => {
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

test('An erased person is a pseudonym in the archive, which proves what was sealed', async () => {
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

test('Killed before, while and after it writes a file, it loses nothing and goes on', async () => {
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
    'audit-2024-05.jsonl.gz',
    'audit-2024-06.jsonl.gz',
  ]);
  for (const month of [MAY, JUNE]) expect((await run('audit', 'verify', fileOf(month))).code).toBe(0);
});

test('A file made up by a stranger is refused with a line that a terminal can show, also one that expands without end', async () => {
  const head = '{"format":"gatehouse-audit-archive-1","month":"2024-05"}\n';
  const event = '{"event":{"seq":1,"event_id":"x","at":"2024-05-01T00:00:00.000Z"}}\n';
  const seal = { lastSeq: '\u001b]0;owned\u0007', events: 1, hash: '', previous: '', sealedAt: '', keyId: null };
  const filler = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'));
  for (const content of [
    gzipSync('{"format":"gatehouse-audit-archive-1","month":"\\u001b[2J"}\n'),
    gzipSync(`${head}${event}${JSON.stringify({ seal, others: [] })}\n`),
    gzipSync(`${head}{"seal":null}\n`),
    gzipSync(`${head}{"event":null}\n`),
    gzipSync(`${head}${event}{"seal":{"keyId":null,"lastSeq":1},"others":{}}\n`),
    gzipSync(`${head}null\n`),
    gzipSync(`${head}${event.repeat(100)}`),
    Buffer.concat([gzipSync(head), ...Array.from({ length: 12 }, () => filler)]),
    Buffer.concat([gzipSync(head), ...Array.from({ length: 60 }, () => gzipSync(event.repeat(100_000)))]),
  ]) {
    await writeFile(fileOf(MAY), content);
    const { code, err } = await run('audit', 'verify', fileOf(MAY));
    expect([code, err]).toEqual([1, expect.stringMatching(/^[ -~]*(?:is no archive|has been changed|is not complete)[ -~]*$/)]);
  }
  expect(await stories()).toBe(10);
}, 60_000);
