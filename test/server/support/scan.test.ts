/** Attachments are scanned by clamd, over its own protocol; what can't be scanned is not accepted. */
import { createServer, type Server, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { supportMailOf } from '../../support/tickets.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { countOf, only } from '../../support/facts.ts';

/** Assembled here, so that no scanner takes this file for the test virus. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');

let folder: string;
let clamd: Server;
let site: TestServer;
/** The daemon's verdict on a stream. */
let verdict: (content: Buffer) => string | undefined;
/** Handles an opened connection; by default the daemon it waits for the stream. */
let onConnection: ((socket: Socket) => void) | undefined;
let scanned: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-clamd-'));
  clamd = createServer((socket) => {
    let input = Buffer.alloc(0);
    socket.on('error', () => undefined);
    if (onConnection) {
      onConnection(socket);
      return;
    }
    socket.on('data', (data) => {
      input = Buffer.concat([input, data]);
      const content = streamIn(input);
      if (content === undefined) return;
      scanned.push(content.length);
      const answer = verdict(content);
      if (answer === undefined) socket.destroy();
      else socket.end(answer);
    });
  });
  const path = join(folder, 'clamd.sock');
  await new Promise<void>((done) => clamd.listen(path, done));
  site = await startServer({ env: { CLAMD_URL: `unix:${path}`, LIMIT_TICKETS_PER_ADDRESS: '1000' } });
});
afterAll(async () => {
  await site.stop();
  clamd.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  scanned = [];
  onConnection = undefined;
  verdict = (content) => (content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
});

/** The content of a whole INSTREAM command, as clamd's manual describes it. */
function streamIn(input: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (!input.toString('latin1').startsWith(command)) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= input.length;) {
    const length = input.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(input.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

async function send(content: string, client: Client = createClient(site)) {
  await client.raw('/api/Support/FormConfiguration');
  const body = new FormData();
  for (const [name, value] of Object.entries({ Email: 'ada@example.com', IssueDescription: 'Look.', Urgency: 'Low' }))
    body.append(name, value);
  body.append('attachments', new Blob([content], { type: 'text/plain' }), 'notes.txt');
  return client.raw('/api/Support/CreateTicket', { method: 'POST', body });
}
const stored = () => countOf(site, 'attachments');

it('A clean file is accepted, whole', async () => {
  expect((await send('x'.repeat(200_000))).status).toBe(201);
  expect(scanned).toEqual([200_000]);
});

it('An infected file is refused, nothing is stored, and the audit has its name and the signature', async () => {
  const before = await stored();
  expect(await send(`before ${EICAR} after`)).toMatchObject({ status: 415, problem: { code: 'FileInfected' } });
  expect(await stored()).toBe(before);
  const { details } = await only(auditEvents(site, { action: 'Support.CreateTicket', outcome: 'failure' }, 'details'));
  expect(details).toEqual({ reason: 'FileInfected', fileName: 'notes.txt', signature: 'Eicar-Test-Signature' });
});

it.each([
  ['breaks off', () => undefined],
  ['reports an error', () => 'INSTREAM size limit exceeded. ERROR\0'],
  ['dies while it answers', () => 'stream: OK'],
  ['answers with another word', () => 'stream: OK FOUND?\0'],
  ['answers for another stream', () => '1: stream: OK\0'],
  ['answers with nothing', () => '\0'],
  ['answers without end', () => 'stream: OK'.repeat(1000)],
])('While clamd %s nothing is accepted', async (_what, answer: () => string | undefined) => {
  const before = await stored();
  verdict = answer;
  const refused = await send('harmless');
  expect(refused).toMatchObject({ status: 503, problem: { code: 'Busy' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await stored()).toBe(before);
});

it.each([
  ['says OK before it has the file', (socket: Socket) => socket.pause().write('stream: OK\0')],
  ['takes the connection and dies', (socket: Socket) => setImmediate(() => socket.destroy())],
  ['dies while the file arrives', (socket: Socket) => socket.once('data', () => socket.destroy())],
])('While clamd %s nothing is accepted', async (_what, does: (socket: Socket) => unknown) => {
  const before = await stored();
  onConnection = does;
  expect(await send('x'.repeat(5_000_000))).toMatchObject({ status: 503, problem: { code: 'Busy' } });
  expect(await stored()).toBe(before);
});

it('The mail to Support says whether the sender is verified, and who acted', async () => {
  const mailOf = async (client: Client) => {
    const { ticketNumber } = (await send('x', client)).body as { ticketNumber: string };
    return (await supportMailOf(site, ticketNumber)).text.replaceAll(/\s+/g, ' ');
  };
  expect(await mailOf(createClient(site))).toContain('Not verified: nobody was logged in.');
  expect(await mailOf(await logInAs(site, 'ordinary'))).toContain(
    'Verified: sent while logged in as ordinary (ordinary@example.com).',
  );
  const acting = await logInAs(site, 'subadmin');
  const { firstName, lastName } = await acting.ok('Users.Self');
  await acting.ok('Users.Impersonate', { userName: 'ordinary' });
  expect(await mailOf(acting)).toContain(`sent by the administrator ${firstName} ${lastName}, who acted as ordinary`);
});
