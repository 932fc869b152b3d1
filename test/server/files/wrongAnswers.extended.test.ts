/**
 * A file store that responds wrongly, by mistake or on purpose: no such response is taken for a file, a request is sent to no other
 * place, nothing is accepted that was not stored, and one file that can't be read holds back no other mail.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { readConfig } from '../../../server/config/config.ts';
import { readObject } from '../../../server/files/cipher.ts';
import { s3Store } from '../../../server/files/s3.ts';
import { admin } from '../../support/admin.ts';
import { createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { countOf, only } from '../../support/facts.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { startS3, type S3Double } from '../../support/s3.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { attachments } from '../../support/storedTickets.ts';

const SECRET_KEY = 'a master key of 32 characters or more';
const ERROR = '<?xml version="1.0"?><Error>\n<Code>InternalError</Code></Error>';

let s3: S3Double;
let site: TestServer;
let db: Db;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  s3 = await startS3();
  env = { ...s3.env, SECRET_KEY };
  site = await startServer({ env: { ...env, LIMIT_TICKETS_PER_ADDRESS: '1000' } });
  db = openDatabase(openTestPool(site.database.url, 2));
});
afterAll(async () => {
  await db.destroy();
  await site.stop();
  await s3.stop();
});
beforeEach(() => {
  s3.answer = undefined;
});

async function send(content: string) {
  const client = createClient(site);
  await client.raw('/api/Support/FormConfiguration');
  const body = new FormData();
  for (const [name, value] of Object.entries({ Email: 'ada@example.com', IssueDescription: 'Look.', Urgency: 'Low' }))
    body.append(name, value);
  if (content !== '') body.append('attachments', new Blob([content], { type: 'text/plain' }), 'notes.txt');
  return client.raw('/api/Support/CreateTicket', { method: 'POST', body });
}
async function sent(content: string): Promise<string> {
  const { status, body } = await send(content);
  expect(status).toBe(201);
  return (body as { ticketNumber: string }).ticketNumber;
}

interface StoredFile {
  readonly objectId: string;
  readonly objectKey: string;
  readonly size: number;
}
const fileOf = (ticketNumber: string) =>
  site.database.row<StoredFile & { id: string }>(
    `SELECT attachment_id AS id, object_id AS "objectId", object_key AS "objectKey", size
       FROM attachments JOIN tickets USING (ticket_id) WHERE ticket_number = $1`,
    [ticketNumber],
  );
async function contentOf(ticketNumber: string): Promise<string> {
  const file = await fileOf(ticketNumber);
  const config = readConfig(env);
  const keyring = await openKeyring(db, readMasterKeys(config), () => new Date());
  return (await readObject({ db, files: s3Store(config), keyring }, file, file.size)).toString();
}
const onGet = (answer: (response: ServerResponse) => void) => (request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'GET' || request.url?.includes('list-type') === true) return false;
  answer(response);
  return true;
};

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a few bytes', Buffer.alloc(5)],
  ['as many bytes as a file has at least', Buffer.alloc(28)],
  ['an error with the status of success', Buffer.from(ERROR)],
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
])('%s in the place of a file is not taken for it', async (_what, bytes) => {
  const ticketNumber = await sent(`It began today.${'x'.repeat(100)}`);
  s3.answer = onGet((response) => response.writeHead(200).end(bytes));
  await expect(contentOf(ticketNumber)).rejects.toThrow('is not the file that was stored');
});

test('the content of another file, of one with the same name, or of an older one, is not taken for it', async () => {
  const [one, other] = [await sent('Mine, and no other.'), await sent('Mine, and no other.')];
  const file = await fileOf(other);
  const key = [...s3.objects.keys()].find((name) => name.endsWith(file.objectId)) ?? '';
  const bytes = s3.objects.get(key) ?? Buffer.alloc(0);
  s3.answer = onGet((response) => response.writeHead(200).end(bytes));
  await expect(contentOf(one)).rejects.toThrow('is not the file that was stored');
  expect(await contentOf(other)).toBe('Mine, and no other.');
  for (const at of [0, 12, bytes.length - 1]) {
    const bits = Buffer.from(bytes);
    bits[at] = (bits[at] ?? 0) ^ 1;
    s3.answer = onGet((response) => response.writeHead(200).end(bits));
    await expect(contentOf(other)).rejects.toThrow('is not the file that was stored');
  }
});

test('a file that is cut off, or comes a byte a second, counts as unavailable', async () => {
  const ticketNumber = await sent('Slow.');
  s3.answer = onGet((response) => {
    response.writeHead(200, { 'content-length': '33' });
    response.write('123', () => response.destroy());
  });
  await expect(contentOf(ticketNumber)).rejects.toMatchObject({ name: 'FilesUnavailable' });
  s3.answer = onGet((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 1000);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
  await expect(contentOf(ticketNumber)).rejects.toMatchObject({ name: 'FilesUnavailable' });
});

test('a redirect is followed nowhere, for reading, writing or removing, whatever it promises', async () => {
  let asked = 0;
  const inside = createServer((_request, response) => {
    asked += 1;
    response.end('secret of another machine');
  });
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  const location = `http://127.0.0.1:${String((inside.address() as AddressInfo).port)}/latest/meta-data`;
  const ticketNumber = await sent('Stays here.');
  const store = s3Store(readConfig(env));
  for (const status of [301, 302, 303, 307, 308]) {
    s3.answer = (_request, response) => {
      response.writeHead(status, { location }).end();
      return true;
    };
    await expect(contentOf(ticketNumber)).rejects.toThrow(`refused to get: ${String(status)}`);
    expect(await send('Is not stored.')).toMatchObject({ status: 503, problem: { code: 'Busy' } });
    await expect(store.remove((await fileOf(ticketNumber)).objectId)).rejects.toThrow(String(status));
  }
  expect(asked).toBe(0);
  inside.close();
});

test('success with an error in it does not count: a ticket whose file was not stored is not accepted', async () => {
  const before = await countOf(site, 'tickets');
  s3.answer = (request, response) => {
    if (request.method !== 'PUT') return false;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(ERROR);
    return true;
  };
  expect(await send('Is lost.')).toMatchObject({ status: 503, problem: { code: 'Busy' } });
  expect(await countOf(site, 'tickets')).toEqual(before);
});

test('a file that was exchanged holds back its own mail only, and its move, not those of others', async () => {
  s3.answer = onGet((response) => response.writeHead(200).end('short'));
  const lost = await sent('Is exchanged.');
  const reason = async () =>
    (await queuedMails(site, { sentAt: null, template: 'ticketReceived', data: { ticketNumber: lost } }))[0]?.lastError ??
    undefined;
  expect(await eventually('the mail to wait', reason)).toContain('is not the file that was stored');
  const plain = await sent('');
  await awaitMail(site, ({ subject }) => subject === `Support ticket ${plain}`);
  expect(site.output()).not.toContain('Mail cannot be delivered now');

  // The text must reach Support, if not the file.
  await site.database.query(
    `UPDATE mails SET created_at = created_at - interval '61 minutes', next_attempt_at = now() WHERE template = 'ticketReceived' AND data->>'ticketNumber' = $1`,
    [lost],
  );
  const late = await awaitMail(site, ({ subject }) => subject === `Support ticket ${lost}`);
  const raw = await readFile(join(site.dataDir, 'outbox', late.file), 'utf8');
  expect(raw).toContain('notes.txt.txt');
  expect(raw).toContain(Buffer.from('The attachment notes.txt was sent with this').toString('base64').slice(0, 40));

  const { id, objectId } = await fileOf(lost);
  const key = [...s3.objects.keys()].find((name) => name.endsWith(objectId)) ?? '';
  s3.objects.set(key, Buffer.from('short'));
  s3.answer = undefined;
  const kept = await sent('Moves.');
  const { code, out } = await admin(['files', 'move', 'database'], { DATABASE_URL: site.database.url, ...env });
  expect([code, out]).toEqual([0, expect.stringContaining(`content, or another, of the attachments ${id}`)]);
  expect((await only(attachments(site, { ticketNumber: kept }))).content!.toString()).toBe('Moves.');
});
