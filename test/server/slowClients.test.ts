/** Clients that never finish asking, or never take their answer, are cut off, and are nobody else's trouble meanwhile. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { as } from '../support/as.ts';
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
const silence = () => trickle('', '');
const kinds = [headers, body, silence];

test('200 who never finish asking are cut off in time, and others are answered meanwhile', async () => {
  const slow = Promise.all(Array.from({ length: SLOW }, (_, index) => (kinds[index % 3] as typeof silence)()));
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
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event = 'ClientWrite'`,
    );
  await eventually('the store to wait', async () => (await reading()).length === 1);
  await eventually('the store to be left alone', async () => (await reading()).length === 0, {
    timeoutMs: LIMIT_MS + 2 * LOOK_MS,
  });
  socket.destroy();
});
