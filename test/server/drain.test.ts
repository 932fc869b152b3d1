/** A server that is asked to end lets what was begun end well, takes nothing new, and is gone in time whatever others do. */
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { as } from '../support/as.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startServer } from '../support/server.ts';

const IN_TIME_MS = 10_000;

let database: TestDatabase;
let holder: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  holder = new pg.Client(database.url);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await database.drop();
});

/** A change of somebody that waits for as long as the row is held. */
async function heldChange(userName: string) {
  const server = await startServer({ database });
  const admin = await as(server, 'sysadmin');
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users WHERE user_name = $1 FOR UPDATE', [userName]);
  const answer = admin.call('Users.Enable', { userName, enabled: false }).catch((error: unknown) => error as Error);
  await eventually('the change to wait', async () => {
    const { waiting } = await database.row<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting === 1;
  });
  return { server, answer };
}

const isRefused = async (url: string) => {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const refused = await once(socket, 'connect').then(
    () => false,
    () => true,
  );
  socket.destroy();
  return refused;
};

test('a call that was being answered is answered, and nobody else is let in', async () => {
  const { server, answer } = await heldChange('ordinary');
  const ended = server.stop();
  await eventually('new callers to be refused', () => isRefused(server.url));
  await holder.query('COMMIT');
  expect(await answer).toMatchObject({ status: 200, body: { enabled: false } });
  expect(await ended).toBe(0);
  expect(server.output()).not.toMatch(/Error|were cut/);
});

test('who takes for ever is cut off in time, and nothing of theirs has happened', async () => {
  const { server, answer } = await heldChange('support_user');
  const asleep = connect(Number(new URL(server.url).port), '127.0.0.1');
  asleep.on('error', () => undefined);
  asleep.write('POST /api/Login/Login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  expect(await answer).toMatchObject({ name: 'TypeError' });
  await holder.query('COMMIT');
  await eventually('its transaction to be gone', async () => {
    const { open } = await database.row<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'gatehouse' AND datname = current_database()`,
    );
    return open === 0;
  });
  expect(await database.row('SELECT enabled FROM users WHERE user_name = $1', ['support_user'])).toEqual({ enabled: true });
  asleep.destroy();
});
