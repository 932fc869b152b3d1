/** The audit is streamed to a collector of logs: each event at least once, in order, resumed after a failure and after a crash. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, readConfig } from '../../../server/config/config.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess } from '../../support/server.ts';

interface Line {
  readonly type: string;
  readonly seq: number;
  readonly eventId: string;
  readonly action: string;
}
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"type":"audit"'))
    .map((line) => JSON.parse(line) as Line);

let database: TestDatabase;
let collector: Server;
let received: Line[] = [];
let status = 204;
let authorization: string | undefined;
beforeAll(async () => {
  database = await createDatabase();
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      authorization = request.headers.authorization;
      // The collector may have kept what it has read, although it fails then.
      received.push(...linesOf(body));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  collector.close();
  await database.drop();
});

const env = () => ({
  AUDIT_STREAM_URL: `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}/audit`,
  AUDIT_STREAM_TOKEN: 'collector-token',
});
const stored = async () =>
  (await database.query<{ event_id: string }>('SELECT event_id FROM audit_events ORDER BY seq')).map((row) => row.event_id);
const isAllReceived = async () => {
  const known = new Set(received.map(({ eventId }) => eventId));
  return (await stored()).every((eventId) => known.has(eventId));
};
const cursor = async () =>
  Number((await database.query<{ value: string }>(`SELECT value FROM settings WHERE key = 'audit_stream'`))[0]?.value);
const lastSeq = async () => Number((await database.query<{ seq: string }>('SELECT max(seq) AS seq FROM audit_events'))[0]?.seq);
/** The first arrival of each, in the order of arrival. */
const arrivals = () => [...new Set(received.map(({ eventId }) => eventId))];

test('By HTTPS: everything from the beginning, in order, over a failing collector and a killed process', async () => {
  status = 500;
  const first = await startServerProcess({ database, env: env() });
  await eventually('a refused batch', () => Promise.resolve(received.length > 0));
  expect(await database.query(`SELECT FROM settings WHERE key = 'audit_stream'`)).toEqual([]);
  status = 204;
  await logInAs(first, 'ordinary');
  await eventually('all events', isAllReceived);
  expect(authorization).toBe('Bearer collector-token');
  // Events that the collector has, but not the cursor, would arrive once more.
  await eventually('the cursor', async () => (await cursor()) === (await lastSeq()));
  await first.kill();
  const before = received.length;
  await database.query(`INSERT INTO audit_events (event_id, at, action, outcome)
    SELECT gen_random_uuid(), now(), 'Story.Stream', 'success' FROM generate_series(1, 1200)`);
  const second = await startServerProcess({ database, env: env() });
  await eventually('the events from while it was away', isAllReceived);
  expect(arrivals()).toEqual(await stored());
  // The stream continued at the cursor, not at the beginning.
  expect(received.length - before).toBeLessThan(1300);
  await second.stop();
});

test('Two processes do not stream side by side', async () => {
  received = [];
  const both = await Promise.all([startServerProcess({ database, env: env() }), startServerProcess({ database, env: env() })]);
  await database.query(`INSERT INTO audit_events (event_id, at, action, outcome)
    SELECT gen_random_uuid(), now(), 'Story.Both', 'success' FROM generate_series(1, 700)`);
  const storyCount = () => received.filter(({ action }) => action === 'Story.Both').length;
  await eventually('the events', () => Promise.resolve(storyCount() >= 700));
  for (const server of both) await server.stop();
  expect(storyCount()).toBe(700);
});

test('To stdout, as lines of their own', async () => {
  await database.query(`DELETE FROM settings WHERE key = 'audit_stream'`);
  const server = await startServerProcess({ database, env: { AUDIT_STREAM: 'stdout' } });
  await eventually('the last event', async () => {
    const last = (await stored()).at(-1);
    return linesOf(server.output()).some(({ eventId }) => eventId === last);
  });
  await server.stop();
});

test('An address without TLS off this machine is refused', () => {
  expect(() => readConfig({ AUDIT_STREAM_URL: 'http://logs.example.com/audit' })).toThrow(ConfigError);
  expect(readConfig({ AUDIT_STREAM_URL: 'https://logs.example.com/audit' }).AUDIT_STREAM_URL).toContain('logs');
});
