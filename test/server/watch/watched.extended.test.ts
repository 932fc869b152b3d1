/** Observability: metrics, an access log that can be joined with the proxy's, traces; and personal data that is never in them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';
import { asInProduction } from '../../support/serverEnvironment.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

/** The value of the first series that has all of these labels. */
const valueOf = (metrics: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
  const line = metrics
    .split('\n')
    .find(
      (one) =>
        one.startsWith(`${name} `) ||
        (one.startsWith(`${name}{`) && Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`))),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('Metrics', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let site: TestServer;
  let address: string;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await openDatabaseProxy(database.url);
    site = await startServerProcess({ database: { ...database, url: proxy.url }, env: { METRICS_PORT: '0', ...asInProduction } });
    address = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(site.output())?.[1]);
  });
  afterAll(async () => {
    await site.stop();
    await proxy.disconnect();
    await database.drop();
  });

  const metrics = async () => (await fetch(address)).text();

  test('are on loopback, on a port of their own', async () => {
    expect(new URL(address).hostname).toBe('127.0.0.1');
    expect(new URL(address).port).not.toBe(new URL(site.url).port);
    expect((await fetch(new URL('/api/Health/Live', address))).status).toBe(404);
    expect(await (await fetch(`${site.url}/metrics`)).text()).not.toContain('gatehouse_request');
  });

  test('count each call with its outcome, and include pool, queues, sessions, locks and the audit', async () => {
    const admin = await logInAs(site, 'sysadmin');
    await admin.call('Users.Self');
    await createClient(site).call('Users.Self');
    await database.query(
      `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
       VALUES (gen_random_uuid(), 'later@example.com', 'en-US', 'passwordChanged', '{}', now() - interval '1 hour', now() + interval '1 hour')`,
    );
    const found = await metrics();
    const count = 'gatehouse_request_seconds_count';
    expect(valueOf(found, count, { call: 'Users.Self', status: '200' })).toBeGreaterThan(0);
    expect(valueOf(found, count, { call: 'Users.Self', status: '401' })).toBe(1);
    expect(valueOf(found, count, { call: 'Login.Login', status: '200' })).toBe(1);
    expect(valueOf(found, 'gatehouse_database_up')).toBe(1);
    expect(valueOf(found, 'gatehouse_mails_oldest_seconds')).toBeGreaterThan(3500);
    expect(valueOf(found, 'gatehouse_sessions')).toBeGreaterThan(0);
    expect(valueOf(found, 'gatehouse_accounts_locked')).toBeGreaterThan(0);
    expect(valueOf(found, 'gatehouse_audit_unsealed_seconds')).toBeGreaterThan(0);
    for (const name of [
      'gatehouse_pool_connections',
      'gatehouse_pool_waiting',
      'gatehouse_hash_waiting',
      'gatehouse_database_locks_waiting',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(valueOf(found, name)).toBeGreaterThanOrEqual(0);
    expect(valueOf(found, 'gatehouse_job_last_success_seconds', { job: 'refreshKeys' })).toBeGreaterThan(0);
    expect(found).not.toMatch(/sysadmin|ordinary|@example\.com/);
  });

  test('report an unreachable database at once', async () => {
    await proxy.disconnect();
    // Earlier figures are shown for some seconds.
    await eventually('the metric', async () => valueOf(await metrics(), 'gatehouse_database_up') === 0);
    expect(valueOf(await metrics(), 'gatehouse_pool_connections')).toBeGreaterThanOrEqual(0);
    await proxy.reconnect();
  });
});

test('Metrics off loopback are for callers with the token only', async () => {
  const METRICS_TOKEN = 'a-token-of-a-scraper';
  const site = await startServerProcess({ env: { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', METRICS_TOKEN } });
  try {
    const found = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(site.output())?.[1]);
    const address = found.replace('0.0.0.0', '127.0.0.1');
    const ask = (authorization?: string) => fetch(address, { headers: authorization === undefined ? {} : { authorization } });
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer a-token-of-a-scrapeX',
      `Basic ${btoa(`:${METRICS_TOKEN}`)}`,
      METRICS_TOKEN,
    ]) {
      const refused = await ask(wrong);
      expect([wrong, refused.status, refused.headers.get('www-authenticate')]).toEqual([wrong, 401, 'Bearer']);
      expect(await refused.text()).toBe('');
    }
    expect((await fetch(new URL('/nowhere', address))).status).toBe(401);
    const allowed = await ask(`Bearer ${METRICS_TOKEN}`);
    expect(allowed.status).toBe(200);
    expect(await allowed.text()).toContain('gatehouse_database_up 1');
    expect(site.output()).not.toContain(METRICS_TOKEN);
  } finally {
    await site.stop();
  }
});

describe('The access log', () => {
  let site: TestServer;
  beforeAll(async () => {
    site = await startServerProcess({ env: { ACCESS_LOG: 'on', TRUST_PROXY: '1' } });
  });
  afterAll(async () => {
    await site.stop();
  });

  interface Line {
    requestId?: string;
    traceId?: string;
    call?: string;
    userId?: string;
    status?: number;
    durationMs?: number;
    msg: string;
  }
  const lines = () =>
    site
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const lineOf = (requestId: string) => eventually('its line', () => lines().find((line) => line.requestId === requestId));

  test('is one line of JSON a request, with the request id of the trusted proxy and the trace id', async () => {
    const client = createClient(site);
    await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
    const cookie = await client.jar.getCookieString(site.url);
    const reply = await fetch(`${site.url}/api/Users/Self`, {
      headers: { cookie, 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'from-nginx-1', traceparent: TRACEPARENT },
    });
    expect(reply.headers.get('x-request-id')).toBe('from-nginx-1');
    const self = (await reply.json()) as { userId: string };
    const line = await lineOf('from-nginx-1');
    expect(line).toMatchObject({ traceId: TRACE, call: 'Users.Self', userId: self.userId, status: 200, msg: 'request' });
    expect(line.durationMs).toBeGreaterThan(0);
  });

  test('takes no id from a client without a proxy, and none that could forge a line', async () => {
    const direct = await fetch(`${site.url}/api/Health/Live`, { headers: { 'x-request-id': 'made-up' } });
    expect(direct.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const odd = await fetch(`${site.url}/api/Health/Live`, {
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-request-id': '{"msg":"forged"}' },
    });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  test('has no names, addresses, tokens or queries, and nothing but JSON is on stdout', async () => {
    await fetch(`${site.url}/ForgottenPassword?userId=1&token=canary-token`);
    const reply = await fetch(`${site.url}/api/Users/Search?partialName=canary-name`);
    await lineOf(reply.headers.get('x-request-id') ?? '');
    expect(site.output()).not.toMatch(/canary|ordinary|example\.com|Mozilla/);
    expect(lines().length).toBeGreaterThan(3);
  });
});

test('repeated lines in an outage are counted, not written', async () => {
  const database = await createDatabase();
  const proxy = await openDatabaseProxy(database.url);
  const site = await startServerProcess({ database: { ...database, url: proxy.url }, env: asInProduction });
  const admin = await logInAs(site, 'sysadmin');
  await proxy.disconnect();
  await Promise.all(Array.from({ length: 200 }, () => admin.call('Users.Self')));
  expect(site.output().split('"msg":"StoreUnavailable"').length - 1).toBe(5);
  await site.stop();
  await database.drop();
});

test('traces go to a collector that a standard variable names, as part of the trace of the proxy', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const site = await startServerProcess({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  try {
    await fetch(`${site.url}/api/Login/Login?returnUrl=canary-query`, { headers: { traceparent: TRACEPARENT } });
    await fetch(`${site.url}/api/Users/User/canary-name`);
    await fetch(`${site.url}/api/Health/Ready`);
    const all = await eventually('its spans', () => {
      const joined = bodies.join('\n');
      return joined.includes('/api/Login/Login') && joined.includes('pg.query:INSERT') ? joined : undefined;
    });
    expect(all).toContain(TRACE);
    expect(all).toContain('"gatehouse"');
    expect(all).not.toContain('canary');
  } finally {
    await site.stop();
    collector.close();
  }
});
