/** Clients that never finish a request, or never read the response, are disconnected without affecting others (Slowloris). */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BodyOf } from '../../../api/contract/index.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { sendForeignFile } from '../../support/foreignImports.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { useServer } from '../../support/useServer.ts';

const SLOW_CLIENTS = 200;
/** The production default is in `server/config/config.ts`. */
const LIMIT_MS = 3000;
/** Tolerance: the interval at which connections are checked. */
const CHECK_TOLERANCE_MS = 3000;
const site = useServer({ env: { LIMIT_REQUEST_MS: String(LIMIT_MS), SECRET_KEY: 'slow-'.repeat(8) } });

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Keeps sending, one byte at a time, so that the connection is never idle. Resolves once it is cut off. */
async function trickle(begin: string, more: string): Promise<void> {
  const socket = await open();
  // `once` of node:events would reject on the connection reset.
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write(begin);
  const timer = setInterval(() => socket.write(more), 200);
  await ended;
  clearInterval(timer);
}

const headers = () => trickle('GET /api/Health/Live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
const body = () =>
  trickle(
    'POST /api/Login/Login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"userName": "',
    'a',
  );
/** The only operation without a session that allows a slow upload. */
const file = () =>
  trickle(
    'POST /api/Support/CreateTicket HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb\r\nContent-Length: 100000\r\n\r\n--bbbbbbbbbbbbbbbbbbbbbbbb',
    'a',
  );
const unknownPath = () =>
  trickle('POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n', '1\r\na\r\n');
const idle = () => trickle('', '');
const kinds = [headers, body, file, unknownPath, idle];

test('200 unfinished requests are cut off in time, and other requests are answered meanwhile', async () => {
  const slow = Promise.all(Array.from({ length: SLOW_CLIENTS }, (_, index) => (kinds[index % kinds.length] as typeof idle)()));
  const member = await logInAs(site, 'ordinary');
  const pending = { running: true };
  void slow.then(() => (pending.running = false));
  while (pending.running) {
    await member.ok('Users.Self');
    await pause(50);
  }
  // Each request would go on for ever.
  await slow;
});

/** Size and interval of the pieces of a body: well above the minimum rate even if the interval is stretched by a busy machine. */
const PIECE = 'x'.repeat(100_000);
const PIECE_MS = 250;

/** Sends `pieces` one by one, with pauses; resolves with the response, and with the duration of the sending. */
async function sendSlowly(client: Client, path: string, method: string, type: string, pieces: readonly string[]) {
  const call = request(new URL(path, site.url), {
    method,
    headers: {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(pieces.join('')),
      'X-Requested-With': 'XMLHttpRequest',
      'X-XSRF-TOKEN': (await client.cookie('XSRF-TOKEN')) ?? '',
      Origin: site.url,
      Cookie: await client.jar.getCookieString(site.url),
    },
  });
  const startedAtMs = performance.now();
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  for (const piece of pieces) {
    call.write(piece);
    await pause(PIECE_MS);
  }
  const durationMs = performance.now() - startedAtMs;
  call.end();
  const [response] = await answered;
  return { durationMs, status: response.statusCode, body: JSON.parse(await text(response)) as Record<string, unknown> };
}

/** Keeps others waiting in the database. @returns what ends it */
async function hold(statement: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(site.database.url);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(statement);
  return async () => {
    await holder.query('ROLLBACK');
    await holder.end();
  };
}

const slowPieces = Array.from({ length: Math.ceil((LIMIT_MS + CHECK_TOLERANCE_MS) / PIECE_MS) }, () => PIECE);

test('a slow but steady file upload may exceed the request timeout', async () => {
  const anonymous = createClient(site);
  await anonymous.ok('Support.FormConfiguration');
  const part = (disposition: string, content = '') =>
    `--bbbbbbbbbbbbbbbbbbbbbbbb\r\nContent-Disposition: form-data; ${disposition}\r\n${content === '' ? 'Content-Type: text/plain\r\n' : ''}\r\n${content}`;
  const ticket = { Email: 'ada@example.com', IssueDescription: 'It is slow.', Urgency: 'High' };
  const fields = Object.entries(ticket).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  const { durationMs, status } = await sendSlowly(
    anonymous,
    '/api/Support/CreateTicket',
    'POST',
    'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
    [...fields, part('name="attachments"; filename="notes.txt"'), ...slowPieces, '\r\n--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n'],
  );
  expect(durationMs).toBeGreaterThan(LIMIT_MS + CHECK_TOLERANCE_MS);
  expect(status).toBe(201);
});

test('a long import list may be uploaded slowly, and be processed longer than the request timeout', async () => {
  const admin = await logInAs(site, 'sysadmin');
  const organisationPublicId = await organisationIdOf(site, 'Harbour Mutual');
  const user = { userName: 'slow_arrival', email: 'slow@directory.example', firstName: 'Nina', lastName: 'Slow' };
  const list = (more: object): BodyOf<'Users.Sync'> => ({
    source: 'slow',
    dryRun: false,
    disableMissing: false,
    users: [{ ...user, ...more, externalId: 's', organisationPublicId, enabled: true, roles: ['Member'] }],
  });
  const padding = slowPieces.map((piece) => piece.replaceAll('x', ' '));
  const { durationMs, status, body } = await sendSlowly(admin, '/api/Users/Sync', 'PUT', 'application/json', [
    ...padding,
    JSON.stringify(list({})),
  ]);
  expect([durationMs > LIMIT_MS + CHECK_TOLERANCE_MS, status, body.created]).toEqual([true, 200, 1]);

  const release = await hold(`SELECT FROM users WHERE user_name = 'slow_arrival' FOR UPDATE`);
  const blockedSync = admin.ok('Users.Sync', { body: list({ lastName: 'Patient' }) });
  await pause(LIMIT_MS + CHECK_TOLERANCE_MS);
  await release();
  expect((await blockedSync).updated).toBe(1);
});

test('a file of another system may be stored longer than the request timeout, while nothing more of it is taken', async () => {
  const admin = await logInAs(site, 'sysadmin');
  const names = Array.from({ length: 3000 }, (_, index) => `slowly_${String(index)}`);
  const content = ['email,login,first_name', ...names.map((name) => `${name}@slow.example,${name},${'x'.repeat(80)}`)].join('\n');
  const release = await hold('LOCK TABLE import_rows IN EXCLUSIVE MODE');
  const blocked = sendForeignFile(admin, content);
  await pause(LIMIT_MS + CHECK_TOLERANCE_MS);
  await release();
  expect((await blocked).status).toBe(201);
});

test('a download that is not read occupies neither memory nor the database', async () => {
  const admin = await logInAs(site, 'sysadmin');
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, outcome, details)
     SELECT gen_random_uuid(), now(), 'planter', 'Story.Slow', repeat('x', 300), 'success', '{}' FROM generate_series(1, 60000)`,
  );
  const socket = await open();
  socket.pause();
  socket.write(
    [
      'GET /api/Users/AuditReport?format=csv&action=Story.Slow HTTP/1.1',
      'Host: x',
      `Cookie: ${await admin.jar.getCookieString(site.url)}`,
      '',
      '',
    ].join('\r\n'),
  );
  const reading = () =>
    site.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event = 'ClientRead'`,
    );
  await eventually('the database to wait for the client', async () => (await reading()).length === 1);
  await eventually('the statement to be cancelled', async () => (await reading()).length === 0, {
    timeoutMs: LIMIT_MS + 2 * CHECK_TOLERANCE_MS,
  });
  socket.destroy();
});
