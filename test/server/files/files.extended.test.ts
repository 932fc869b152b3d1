/**
 * FILES_URL: attachments in a bucket, encrypted, the same for every process; all or nothing with their ticket, and gone with it.
 * `TEST_FILES_URL` (with AWS_*): the stories that need no faults, against a real store.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase, transaction, type Db } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { filesAddress } from '../../../server/files/address.ts';
import { readObject } from '../../../server/files/cipher.ts';
import { keepUploads, removeDueFiles } from '../../../server/files/removal.ts';
import { s3Store } from '../../../server/files/s3.ts';
import { FileMissing } from '../../../server/files/store.ts';
import { upload } from '../../../server/files/upload.ts';
import { admin as runAdmin } from '../../support/admin.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { startS3, type S3Double } from '../../support/s3.ts';
import { startServer, startServerProcess, type TestServer } from '../../support/server.ts';
import { attachments, removeTickets } from '../../support/storedTickets.ts';

const real = process.env.TEST_FILES_URL;
const KEY = 'of/tests/attachments/';

let s3: S3Double;
let env: Readonly<Record<string, string>>;
let site: TestServer;
let db: Db;
beforeAll(async () => {
  s3 = await startS3();
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  env = {
    ...(real === undefined ? s3.env : { FILES_URL: real, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }),
    SECRET_KEY: 'a master key of 32 characters or more',
  };
  site = await startServerProcess({ env: { ...env, METRICS_PORT: '0', LIMIT_TICKETS_PER_ADDRESS: '1000' } });
  db = openDatabase(openTestPool(site.database.url, 2));
});
afterAll(async () => {
  await db.destroy();
  await site.stop();
  await s3.stop();
});
beforeEach(() => {
  s3.mode = 'well';
});

const store = () => s3Store(readConfig(env));
const clock = { now: () => new Date() };
const openSource = async () => ({
  db,
  files: store(),
  keyring: await openKeyring(db, readMasterKeys(readConfig(env)), clock.now),
  clock,
});

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
const filesOf = (ticketNumber: string) => attachments(site, { ticketNumber }, 'objectId', 'objectKey', 'size', 'content');
const objectOf = async (ticketNumber: string): Promise<string> => (await filesOf(ticketNumber))[0]?.objectId ?? '';
const contentOf = async (ticketNumber: string): Promise<string> => {
  const [{ objectId, objectKey, size } = { objectId: null, objectKey: null, size: 0 }] = await filesOf(ticketNumber);
  const object = { objectId: objectId ?? '', objectKey: objectKey ?? '' };
  return (await readObject(await openSource(), object, size)).toString();
};
const isStored = async (objectId: string): Promise<boolean> =>
  store()
    .get(objectId, 1_000_000)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof FileMissing) return false;
        throw error;
      },
    );
const sent = async (contents: readonly string[], client?: Client) => {
  const { status, body } = await send(contents, client);
  expect(status).toBe(201);
  return (body as { ticketNumber: string }).ticketNumber;
};
const deleteTicket = (ticketNumber: string) => removeTickets(site, ticketNumber);
/** Removes due files, long after. */
const removeDue = () => removeDueFiles(db, store(), new Date(Date.now() + 3_600_000));
const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: site.database.url, ...env });

test('attachments are in the bucket and not in the database, and Support gets them by mail, from any process', async () => {
  const other = await startServer({ database: site.database, env });
  try {
    const ticketNumber = await sent(['It began today.', 'ü'.repeat(100_000)]);
    const files = await filesOf(ticketNumber);
    expect(files.map(({ content }) => content)).toEqual([null, null]);
    expect(await contentOf(ticketNumber)).toBe('It began today.');
    const [server, mail] = await eventually('the mail', async () => {
      for (const one of [site, other]) {
        const found = (await one.mails()).find(({ subject }) => subject === `Support ticket ${ticketNumber}`);
        if (found) return [one, found] as const;
      }
      return undefined;
    });
    const raw = await readFile(join(server.dataDir, 'outbox', mail.file), 'utf8');
    expect(raw).toContain(Buffer.from('It began today.').toString('base64'));
    expect(await counts()).toMatchObject({ removals: 0 });
  } finally {
    await other.stop();
  }
});

test('the bucket alone can not be read, an object can not be exchanged for another, and keys are rotated', async () => {
  const ticketNumber = await sent(['Nobody else reads this.']);
  const [file] = await filesOf(ticketNumber);
  const bytes = await store().get(file?.objectId ?? '', 1000);
  expect(bytes.includes('Nobody else')).toBe(false);
  expect(file?.objectKey).toMatch(/^enc:v1:/);
  const exchanged = await sent(['Nobody else wrote this.']);
  await store().put(await objectOf(exchanged), Buffer.from(bytes));
  await expect(contentOf(exchanged)).rejects.toThrow();
  await deleteTicket(exchanged);
  expect(await admin('keys', 'rotate')).toMatchObject({ code: 0 });
  const [rotated] = await filesOf(ticketNumber);
  expect(rotated?.objectKey).not.toBe(file?.objectKey);
  expect(rotated?.objectId).toBe(file?.objectId);
  expect(await contentOf(ticketNumber)).toBe('Nobody else reads this.');
});

test('the files of a ticket that is deleted are removed from the bucket, and no others', async () => {
  const kept = await sent(['Stays.']);
  const ticketNumber = await sent(['Goes.']);
  const gone = await objectOf(ticketNumber);
  await deleteTicket(ticketNumber);
  await removeDue();
  expect(await isStored(gone)).toBe(false);
  expect(await contentOf(kept)).toBe('Stays.');
  expect(await counts()).toMatchObject({ removals: 0 });
});

test('what was uploaded for a ticket that was never committed is removed, and a late commit is refused', async () => {
  const [object] = await upload(await openSource(), [Buffer.from('Lost.')]);
  const objectIds = [object?.objectId ?? ''];
  expect(await isStored(objectIds[0] ?? '')).toBe(true);
  expect(await removeDueFiles(db, store(), new Date())).toBe(0);
  expect(await removeDue()).toBe(1);
  expect(await isStored(objectIds[0] ?? '')).toBe(false);
  expect(await transaction(db, (tx) => keepUploads(tx, objectIds))).toBe(false);
});

test('files are moved out of the bucket and back by the operator, past one that is missing', async () => {
  const lost = await sent(['Is lost.']);
  await store().remove(await objectOf(lost));
  const ticketNumber = await sent(['Moves.']);
  const former = await objectOf(ticketNumber);
  expect((await admin('files', 'move', 'database')).out).toMatch(
    /^\d+ files are moved to the database\. The store has no content, or another, of the attachments [0-9a-f-]+/,
  );
  expect(await filesOf(ticketNumber)).toMatchObject([{ objectId: null, objectKey: null, content: Buffer.from('Moves.') }]);
  await removeDue();
  expect(await isStored(former)).toBe(false);
  await deleteTicket(lost);
  await removeDue();
  expect((await admin('files', 'move', 'store')).out).toMatch(/^\d+ files are moved to the store\.$/m);
  expect((await admin('files', 'move', 'store')).out).toMatch(/^0 files are moved to the store\.$/m);
  expect(await objectOf(ticketNumber)).not.toBe(former);
  expect(await contentOf(ticketNumber)).toBe('Moves.');
  expect(await counts()).toMatchObject({ removals: 0 });
});

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
    expect(await send(['Silence.'])).toMatchObject({ status: 503, problem: { code: 'Busy' } });
    const ready = await createClient(site).call('Health.Ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready', missing: ['files'] } });
    const address = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(site.output())?.[1]);
    const metrics = await (await fetch(address)).text();
    expect(metrics).toContain('gatehouse_files_up 0');
    expect(metrics).toMatch(/gatehouse_file_operations_total\{operation="put",outcome="failure"\} [1-9]/);
  });

  test('sends a content without end, no more of it is read than the file has', async () => {
    const ticketNumber = await sent(['Short.']);
    s3.mode = 'endless';
    await expect(contentOf(ticketNumber)).rejects.toThrow('more than 34 bytes');
  });

  test('can not be read, a mail waits for its attachment', async () => {
    s3.mode = 'unreadable';
    const ticketNumber = await sent(['Waits.']);
    const reason = async () =>
      (await queuedMails(site, { sentAt: null, template: 'ticketReceived', data: { ticketNumber } }))[0]?.lastError ?? undefined;
    expect(await eventually('the mail to wait', reason)).toContain('503 SlowDown');
    s3.mode = 'well';
    await awaitMail(site, ({ subject }) => subject === `Support ticket ${ticketNumber}`);
  });

  test.each([
    ['AWS_SECRET_ACCESS_KEY', 'wrong', '403 SignatureDoesNotMatch'],
    ['FILES_URL', '', '404 NoSuchBucket'],
  ])('refuses us at the start (%s), the start ends with one line', async (name, value, reason) => {
    const given = value === '' ? (env.FILES_URL ?? '').replace('gatehouse-files', 'another-bucket') : value;
    await expect(startServer({ database: site.database, env: { ...env, [name]: given } })).rejects.toThrow(
      `FILES_URL: The store of files refused to check: ${reason}`,
    );
  });

  test('is away at the start, the server starts without it', async () => {
    s3.mode = 'refusing';
    const other = await startServer({ database: site.database, env });
    try {
      expect(await createClient(other).call('Health.Ready')).toMatchObject({ status: 200, body: { missing: ['files'] } });
      await eventually('the log', () => other.output().includes('The store of files is away'));
    } finally {
      await other.stop();
    }
  });

  test('is not named any more, the log says that attachments are there', async () => {
    await sent(['Is there.']);
    const other = await startServer({ database: site.database, env: { SECRET_KEY: env.SECRET_KEY ?? '' } });
    try {
      await eventually('the log', () => other.output().includes('attachments are in a store of files'));
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
    ['s3://files:9000', keys, 'must be s3://bucket/folder'],
    ['s3://files?endpoint=https://user:secret@store.example', keys, 'without credentials'],
    ['s3://files?endpoint=https://store.example&endpoint=https://other.example', keys, 'must be s3://bucket/folder'],
    ['s3://files', { ...keys, AWS_REGION: 'eu/../x' }, 'AWS_REGION'],
    ['s3://files', {}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('%s is refused', (url, given, fault) => {
    expect(() => readConfig({ ...given, FILES_URL: url })).toThrow(fault);
  });
});

test('the key of a file is random and has no name in it', () => {
  expect([...s3.objects.keys()].every((key) => key.startsWith(KEY) && /^[0-9a-f-]{36}$/.test(key.slice(KEY.length)))).toBe(true);
});
