/**
 * FILES_URL: attachments in a bucket, the same for every process; all or nothing with their ticket, and gone with it. `TEST_FILES_URL`
 * (with AWS_*): the stories that need no faults, against a real store.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { filesAddress } from '../../server/files/files.address.ts';
import { s3Store } from '../../server/files/files.s3.ts';
import { FileMissing } from '../../server/files/files.store.ts';
import { keepUploads, removeDueFiles } from '../../server/files/files.removal.ts';
import { placeFiles } from '../../server/files/files.upload.ts';
import { openDatabase, openPool, transaction, type Db } from '../../server/db/database.ts';
import { createClient, type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { startS3, type S3Double } from '../support/s3.ts';
import { startServer, type TestServer } from '../support/server.ts';

const real = process.env.TEST_FILES_URL;
const KEY = 'of/tests/attachments/';

let s3: S3Double;
let env: Readonly<Record<string, string>>;
let site: TestServer;
let db: Db;
beforeAll(async () => {
  s3 = await startS3();
  env =
    real === undefined
      ? s3.env
      : {
          FILES_URL: real,
          AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
          AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
        };
  site = await startServer({ env: { ...env, METRICS_PORT: '0', LIMIT_TICKETS_PER_ADDRESS: '1000' } });
  db = openDatabase(openPool({ url: site.database.url, poolSize: 2, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await site.stop();
  await s3.stop();
});
beforeEach(() => {
  s3.mode = 'well';
});

const store = () => s3Store(readConfig(env));

async function send(contents: readonly string[], client: Client = createClient(site)) {
  await client.raw('/api/Support/FormConfiguration');
  const body = new FormData();
  for (const [name, value] of Object.entries({ Email: 'ada@example.com', IssueDescription: 'Look.', Urgency: 'Low' }))
    body.append(name, value);
  for (const [index, content] of contents.entries())
    body.append('attachments', new Blob([content], { type: 'text/plain' }), `notes${String(index)}.txt`);
  return client.raw('/api/Support/CreateTicket', { method: 'POST', body });
}

const counts = () =>
  site.database.row<{ tickets: number; files: number; removals: number }>(
    `SELECT (SELECT count(*)::int FROM tickets) AS tickets, (SELECT count(*)::int FROM attachments) AS files,
            (SELECT count(*)::int FROM file_removals) AS removals`,
  );
const idsOf = async (ticketNumber: string) =>
  (
    await site.database.query<{ id: string; kept: boolean }>(
      `SELECT attachment_id AS id, content IS NOT NULL AS kept FROM attachments JOIN tickets USING (ticket_id) WHERE ticket_number = $1
        ORDER BY file_name`,
      [ticketNumber],
    )
  ).map(({ id, kept }) => (kept ? `${id} in the row` : id));
const sent = async (contents: readonly string[], client?: Client) => {
  const { status, body } = await send(contents, client);
  expect(status).toBe(201);
  return (body as { ticketNumber: string }).ticketNumber;
};
/** Long after. */
const removeDue = () => removeDueFiles(db, store(), new Date(Date.now() + 3_600_000));
const admin = (...args: string[]) =>
  spawnSync(process.execPath, ['server/admin/main.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: site.database.url, ...env },
    encoding: 'utf8',
  });

test('attachments are in the bucket and nowhere else, and Support gets them by mail', async () => {
  const ticketNumber = await sent(['It began today.', 'ü'.repeat(100_000)]);
  const ids = await idsOf(ticketNumber);
  expect(ids).toHaveLength(2);
  expect((await store().get(ids[0] ?? '')).toString()).toBe('It began today.');
  const mail = await awaitMail(site, ({ subject }) => subject.includes(ticketNumber));
  const raw = await readFile(join(site.dataDir, 'outbox', mail.file), 'utf8');
  expect(raw).toContain(Buffer.from('It began today.').toString('base64'));
  expect(await counts()).toMatchObject({ removals: 0 });
});

test('a file of a ticket that is deleted is removed from the bucket, after its retention as after an erasure', async () => {
  const [kept = ''] = await idsOf(await sent(['Stays.']));
  const ticketNumber = await sent(['Goes.']);
  const [gone = ''] = await idsOf(ticketNumber);
  await site.database.query('DELETE FROM tickets WHERE ticket_number = $1', [ticketNumber]);
  await removeDue();
  await expect(store().get(gone)).rejects.toThrow(FileMissing);
  expect((await store().get(kept)).toString()).toBe('Stays.');
  expect(await counts()).toMatchObject({ removals: 0 });
});

test('what was uploaded for a ticket that was never committed is removed, and a late commit is refused', async () => {
  const context = { db, files: store(), clock: { now: () => new Date() } };
  const [file] = await placeFiles(context, [{ fileName: 'a.txt', mimeType: 'text/plain', content: Buffer.from('Lost.') }]);
  const ids = [file?.fileId ?? ''];
  expect((await store().get(ids[0] ?? '')).toString()).toBe('Lost.');
  expect(await removeDueFiles(db, store(), new Date())).toBe(0);
  expect(await removeDue()).toBe(1);
  await expect(store().get(ids[0] ?? '')).rejects.toThrow(FileMissing);
  expect(await transaction(db, (tx) => keepUploads(tx, ids))).toBe(false);
});

test('files are moved into the bucket and back by the operator', async () => {
  const ticketNumber = await sent(['Moves.']);
  const [id = ''] = await idsOf(ticketNumber);
  expect(admin('files', 'move', 'database').stdout).toMatch(/^\d+ files are moved to the database/);
  expect(await idsOf(ticketNumber)).toEqual([`${id} in the row`]);
  await removeDue();
  await expect(store().get(id)).rejects.toThrow(FileMissing);
  expect(admin('files', 'move', 'store').stdout).toMatch(/^\d+ files are moved to the store/);
  expect(await idsOf(ticketNumber)).toEqual([id]);
  expect((await store().get(id)).toString()).toBe('Moves.');
  expect(await counts()).toMatchObject({ removals: 0 });
}, 60_000);

const withFaults = real === undefined ? describe : describe.skip;

withFaults('While the store', () => {
  test.each(['refusing', 'storing'] as const)(
    'is %s, a ticket with a file is not accepted, and nothing of it is left',
    async (mode) => {
      const before = await counts();
      const objects = s3.objects.size;
      s3.mode = mode;
      const refused = await send(['One.', 'Two.']);
      expect(refused).toMatchObject({ status: 503, problem: { code: 'Busy' } });
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await send([])).status).toBe(201);
      s3.mode = 'well';
      await removeDue();
      expect(await counts()).toEqual({ ...before, tickets: before.tickets + 1 });
      expect(s3.objects.size).toBe(objects);
    },
  );

  test('is silent, the answer comes in time, Ready names it, and metrics too', async () => {
    s3.mode = 'silent';
    const startedAtMs = performance.now();
    expect(await send(['Silence.'])).toMatchObject({ status: 503, problem: { code: 'Busy' } });
    // Twice what is promised, for a loaded machine.
    expect(performance.now() - startedAtMs).toBeLessThan(20_000);
    const ready = await createClient(site).call('Health.Ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready', missing: ['files'] } });
    const address = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(site.output())?.[1]);
    const metrics = await (await fetch(address)).text();
    expect(metrics).toContain('gatehouse_files_up 0');
    expect(metrics).toMatch(/gatehouse_file_operations_total\{operation="put",outcome="failure"\} [1-9]/);
  });

  test('is away, a mail waits for its attachment and others do not', async () => {
    const client = await logInAs(site, 'ordinary');
    const ticketNumber = await sent(['Waits.'], client);
    await awaitMail(site, ({ subject }) => subject.includes(ticketNumber));
    await site.database.query(
      `UPDATE mails SET sent_at = NULL, next_attempt_at = now(), data = $2 WHERE mail_id =
      (SELECT mail_id FROM mails WHERE template = 'ticketReceived' ORDER BY created_at DESC LIMIT 1) AND $1 <> ''`,
      [
        ticketNumber,
        JSON.stringify({
          attachments: [{ id: (await idsOf(ticketNumber))[0], fileName: 'notes0.txt' }],
          ticketNumber,
          fields: {},
          sender: null,
        }),
      ],
    );
    s3.mode = 'refusing';
    const waiting = await eventually('the mail to wait', async () => {
      const [row] = await site.database.query<{ last_error: string }>(
        `SELECT last_error FROM mails WHERE sent_at IS NULL AND template = 'ticketReceived' AND last_error IS NOT NULL`,
      );
      return row?.last_error;
    });
    expect(waiting).toContain('503 SlowDown');
    s3.mode = 'well';
    await eventually(
      'the mail to be sent',
      async () =>
        (await site.database.query(`SELECT FROM mails WHERE sent_at IS NULL AND template = 'ticketReceived'`)).length === 0,
    );
  });

  test('refuses the credentials, the log says so at the start, and with FILES_REQUIRED the process is not ready', async () => {
    const other = await startServer({ env: { ...env, AWS_SECRET_ACCESS_KEY: 'wrong', FILES_REQUIRED: 'on' } });
    try {
      expect(await createClient(other).call('Health.Ready')).toMatchObject({
        status: 503,
        problem: { code: 'StoreUnavailable' },
      });
      expect(other.output()).toContain('FILES_URL can not be used');
    } finally {
      await other.stop();
    }
  });
});

describe('FILES_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

  test.each([
    ['s3://files', 'https://files.s3.us-east-1.amazonaws.com/', ''],
    ['s3://files/a/b/?region=eu-central-1', 'https://files.s3.eu-central-1.amazonaws.com/', 'a/b/'],
    ['s3://files?endpoint=https://store.example:9000', 'https://store.example:9000/files/', ''],
    ['s3://files?endpoint=https://store.example&style=virtual', 'https://files.store.example/', ''],
  ])('%s leads to %s', (url, bucketUrl, folder) => {
    expect(filesAddress(url)).toMatchObject({ bucketUrl, folder });
    expect(readConfig({ ...keys, FILES_URL: url }).FILES_URL).toBe(url);
  });

  test.each([
    ['https://files.example', keys, 'must be s3://bucket'],
    ['s3://files?endpoint=http://store.example', keys, 'must be an https address'],
    ['s3://files?endpoint=ftp://store.example', keys, 'must be an https address'],
    ['s3://files?bucket=other', keys, 'must be s3://bucket/folder'],
    ['s3://user:secret@files', keys, 'must be s3://bucket/folder'],
    ['s3://files', {}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('%s is refused', (url, given, fault) => {
    expect(() => readConfig({ ...given, FILES_URL: url })).toThrow(fault);
  });
});

test('the key of a file is random and has no name in it', () => {
  expect([...s3.objects.keys()].every((key) => key.startsWith(KEY) && /^[0-9a-f-]{36}$/.test(key.slice(KEY.length)))).toBe(true);
});
