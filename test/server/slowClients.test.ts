/** Clients that never finish asking, or never take their answer, are cut off, and are nobody else's trouble meanwhile. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BodyOf } from '../../api/contract/index.ts';
import { as } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';

const SLOW = 200;
/** In earnest it is the number of `server/config.ts`. */
const LIMIT_MS = 3000;
/** How much later than that a connection may be looked at. */
const LOOK_MS = 3000;
const site = useServer({ env: { LIMIT_REQUEST_MS: String(LIMIT_MS) } });

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Goes on sending, a byte at a time, so that no silence betrays it. Gives how long it was let. */
async function trickle(begin: string, more: string): Promise<number> {
  const socket = await open();
  const began = performance.now();
  // `once` of node:events would take the reset for a failure of ours.
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write(begin);
  const timer = setInterval(() => socket.write(more), 200);
  await ended;
  clearInterval(timer);
  return performance.now() - began;
}

const headers = () => trickle('GET /api/Health/Live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
const body = () =>
  trickle(
    'POST /api/Login/Login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"userName": "',
    'a',
  );
/** To the one call without a session that may take its time over a file. */
const file = () =>
  trickle(
    'POST /api/Support/CreateTicket HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b',
    'a',
  );
const nowhere = () => trickle('POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n', '1\r\na\r\n');
const silence = () => trickle('', '');
const kinds = [headers, body, file, nowhere, silence];

test('200 who never finish asking are cut off in time, and others are answered meanwhile', async () => {
  const slow = Promise.all(Array.from({ length: SLOW }, (_, index) => (kinds[index % kinds.length] as typeof silence)()));
  const member = await as(site, 'ordinary');
  const watch = { goesOn: true };
  void slow.then(() => (watch.goesOn = false));
  const times: number[] = [];
  while (watch.goesOn) {
    const began = performance.now();
    await member.ok('Users.Self');
    times.push(performance.now() - began);
    await pause(50);
  }
  for (const lasted of await slow) expect(lasted).toBeLessThan(LIMIT_MS + LOOK_MS);
  expect(Math.max(...times)).toBeLessThan(1000);
});

/** How much of a body is sent how often: well below a modem's pace, and over the least that counts as flowing. */
const PIECE = 'x'.repeat(10_000);
const PIECE_MS = 250;

/** Sends what `pieces` gives, one after the other at leisure; resolves with the answer, and with how long the sending took. */
async function slowly(client: Client, path: string, method: string, type: string, pieces: readonly string[]) {
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
  const began = performance.now();
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  for (const piece of pieces) {
    call.write(piece);
    await pause(PIECE_MS);
  }
  const lasted = performance.now() - began;
  call.end();
  const [response] = await answered;
  return { lasted, status: response.statusCode, body: JSON.parse(await text(response)) as Record<string, unknown> };
}

const long = Array.from({ length: Math.ceil((LIMIT_MS + LOOK_MS) / PIECE_MS) }, () => PIECE);

test('who sends a file slowly, but sends it, may take longer than others', async () => {
  const stranger = createClient(site);
  await stranger.ok('Support.FormConfiguration');
  const part = (disposition: string, content = '') =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${content === '' ? 'Content-Type: text/plain\r\n' : ''}\r\n${content}`;
  const told = { Email: 'ada@example.com', IssueDescription: 'It is slow.', Urgency: 'High' };
  const fields = Object.entries(told).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  const { lasted, status } = await slowly(stranger, '/api/Support/CreateTicket', 'POST', 'multipart/form-data; boundary=b', [
    ...fields,
    part('name="attachments"; filename="notes.txt"'),
    ...long,
    '\r\n--b--\r\n',
  ]);
  expect(lasted).toBeGreaterThan(LIMIT_MS + LOOK_MS);
  expect(status).toBe(201);
});

test('a long list of people may come slowly, and be worked on in silence', async () => {
  const admin = await as(site, 'sysadmin');
  const { organisation_id: organisationPublicId } = await site.database.row<{ organisation_id: string }>(
    `SELECT organisation_id FROM organisations WHERE name = 'Harbour Mutual'`,
  );
  const somebody = { userName: 'slow_arrival', email: 'slow@directory.example', firstName: 'Nina', lastName: 'Slow' };
  const list = (more: object): BodyOf<'Users.Sync'> => ({
    source: 'slow',
    dryRun: false,
    disableMissing: false,
    users: [{ ...somebody, ...more, externalId: 's', organisationPublicId, enabled: true, roles: ['Member'] }],
  });
  const room = long.map((piece) => piece.replaceAll('x', ' '));
  const { lasted, status, body } = await slowly(admin, '/api/Users/Sync', 'PUT', 'application/json', [
    ...room,
    JSON.stringify(list({})),
  ]);
  expect([lasted > LIMIT_MS + LOOK_MS, status, body.created]).toEqual([true, 200, 1]);

  const holder = new pg.Client(site.database.url);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE user_name = 'slow_arrival' FOR UPDATE`);
  const worked = admin.ok('Users.Sync', { body: list({ lastName: 'Patient' }) });
  await pause(LIMIT_MS + LOOK_MS);
  await holder.query('ROLLBACK');
  await holder.end();
  expect((await worked).updated).toBe(1);
});

test('who asks for a file and does not take it holds neither memory nor the store', async () => {
  const admin = await as(site, 'sysadmin');
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
  await eventually('the store to wait', async () => (await reading()).length === 1);
  await eventually('the store to be left alone', async () => (await reading()).length === 0, {
    timeoutMs: LIMIT_MS + 2 * LOOK_MS,
  });
  socket.destroy();
});
