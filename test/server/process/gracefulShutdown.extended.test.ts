/** SIGTERM: requests in flight are completed, new connections refused, and slow clients disconnected in time. */
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { logInAs } from '../../support/logInAs.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess } from '../../support/server.ts';
import { userOf } from '../../support/userFacts.ts';

/** Three times the promised time, for a loaded machine. */

let database: TestDatabase;
let lockHolder: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  lockHolder = new pg.Client(database.url);
  await lockHolder.connect();
});
afterAll(async () => {
  await lockHolder.end();
  await database.drop();
});

/** Starts a change of a user that waits for a row lock. */
async function startBlockedChange(userName: string) {
  const server = await startServerProcess({ database });
  const admin = await logInAs(server, 'sysadmin');
  await lockHolder.query('BEGIN');
  await lockHolder.query('SELECT FROM users WHERE user_name = $1 FOR UPDATE', [userName]);
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

test('a request in flight is completed, and new connections are refused', async () => {
  const { server, answer } = await startBlockedChange('ordinary');
  const ended = server.stop();
  await eventually('new connections to be refused', () => isRefused(server.url));
  await lockHolder.query('COMMIT');
  expect(await answer).toMatchObject({ status: 200, body: { enabled: false } });
  expect(await ended).toBe(0);
  expect(server.output()).not.toMatch(/Error|were cut/);
});

test('requests that take too long are aborted in time, and their transactions rolled back', async () => {
  const { server, answer } = await startBlockedChange('support_user');
  const stalledClient = connect(Number(new URL(server.url).port), '127.0.0.1');
  stalledClient.on('error', () => undefined);
  stalledClient.write('POST /api/Login/Login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  expect(await server.stop()).toBe(0);
  expect(await answer).toMatchObject({ name: 'TypeError' });
  await lockHolder.query('COMMIT');
  await eventually('its transaction to end', async () => {
    const { open } = await database.row<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'gatehouse' AND datname = current_database() AND state <> 'idle'`,
    );
    return open === 0;
  });
  expect(await userOf({ database }, 'support_user', 'enabled')).toEqual({ enabled: true });
  stalledClient.destroy();
});
