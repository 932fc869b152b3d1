/** DATABASE_READ_URL with a real streaming replica: lists come from it, own changes are seen at once, and nothing depends on it. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import type { TestDatabase } from '../../support/database.ts';
import { openDatabaseProxy } from '../../support/databaseProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startReplicated, type Replicated } from '../../support/replica.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';
import { asInProduction } from '../../support/serverEnvironment.ts';

let store: Replicated;
let one: TestServer;
let other: TestServer;
/** `admin` changes users; the other only reads. */
let admin: Client;
let onlooker: Client;

const startOn = (env: Readonly<Record<string, string>> = {}) => {
  const database = { url: store.primaryUrl, query: store.onPrimary } as unknown as TestDatabase;
  return startServerProcess({
    database,
    env: { DATABASE_READ_URL: store.replicaUrl, METRICS_PORT: '0', ...asInProduction, ...env },
  });
};

beforeAll(async () => {
  store = await startReplicated();
  [one, other] = await Promise.all([startOn(), startOn()]);
  admin = await logInAs(one, 'sysadmin');
  onlooker = await logInAs(one, 'system_only');
  await replicaIsKnown();
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await store.stop();
});
afterEach(async () => {
  await store.startReplica();
  await store.resumeReplay();
  await store.caughtUp();
  await replicaIsKnown();
});

const replicaIsKnown = async () => {
  for (const server of [one, other])
    await eventually('the replica to be known', async () => (await metric(server, 'gatehouse_replica_up')) === 1);
};

async function metric(server: TestServer, series: string): Promise<number> {
  const address = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(server.output())?.[1]);
  const line = (await (await fetch(address)).text()).split('\n').find((text) => text.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1));
}
const FROM_REPLICA = 'gatehouse_reads_total{from="replica",reason="replica"}';
const BEHIND = 'gatehouse_reads_total{from="primary",reason="behind"}';
const UNREACHABLE = 'gatehouse_reads_total{from="primary",reason="unreachable"}';

/** A client of the same browser at another process. */
const at = (server: TestServer, client: Client) => createClient(server, { jar: client.jar });

const isEnabled = async (client: Client, userName = 'ordinary') => {
  const { rows } = await client.ok('Users.Page', { search: userName });
  return rows?.find((row) => row.userName === userName)?.enabled;
};

test('lists, counts, searches, reports and exports come from the replica', async () => {
  await store.caughtUp();
  const read = async (work: () => Promise<unknown>) => {
    const before = await metric(one, FROM_REPLICA);
    await work();
    return (await metric(one, FROM_REPLICA)) - before;
  };
  expect(await read(() => onlooker.ok('Users.Page', { limit: 10 }))).toBe(2);
  expect(await read(() => onlooker.ok('Users.Page', { search: 'an' }))).toBe(1);
  expect(await read(() => onlooker.ok('Users.Counts'))).toBe(1);
  expect(await read(() => onlooker.ok('Users.Search', { partialName: 'an' }))).toBe(1);
  expect(await read(() => onlooker.ok('Users.All'))).toBe(3);
  // All rows are in the audit, which the replica has to have before it answers the same user.
  await store.caughtUp();
  expect(await read(() => onlooker.ok('Users.ActiveUserIds'))).toBe(1);
  expect(await read(() => onlooker.ok('Organisations.List'))).toBe(1);
  expect(await read(() => onlooker.ok('Organisations.Find', { body: { text: 'har' } }))).toBe(1);
  expect(await read(() => onlooker.ok('Roles.List'))).toBe(2);
  expect(await read(() => onlooker.ok('UserRoles.UsersInRole', { roleName: 'Support' }))).toBe(2);
  const support = await logInAs(one, 'support_user');
  await store.caughtUp();
  expect(await read(() => support.ok('Users.AuditReport', {}))).toBe(2);
  const { text } = await support.raw('/api/Users/AuditReport?format=csv');
  expect(text.split('\r\n').length).toBeGreaterThan(10);

  const content = {
    filters: {},
    range: { kind: 'days', days: 30 },
    format: { type: 'csv', delimiter: ',', bom: true },
    timeZone: 'UTC',
  } as const;
  const { reportId } = await support.ok('Reports.Create', { body: { name: 'Logins', content, shared: false, schedule: null } });
  const { exportId } = await support.ok('Reports.Run', { reportId });
  await store.caughtUp();
  let file = '';
  expect(await read(async () => ({ text: file } = await support.raw(`/api/Reports/Download/${exportId}`)))).toBe(3);
  expect(file.split('\r\n').length).toBeGreaterThan(10);
});

test('own changes are seen at once, at any process; others see them when the replica has them', async () => {
  await store.pauseReplay();
  expect(await isEnabled(at(other, onlooker))).toBe(true);
  await admin.ok('Users.Enable', { userName: 'ordinary', enabled: false });
  const support = await logInAs(one, 'support_user');
  expect(await isEnabled(admin)).toBe(false);
  expect(await isEnabled(at(other, admin))).toBe(false);
  const own = await at(other, support).ok('Users.AuditReport', { actor: 'support_user', limit: 1 });
  expect(own.events[0]).toMatchObject({ action: 'Login.Login', outcome: 'success' });
  const fromReplica = await metric(other, FROM_REPLICA);
  expect(await isEnabled(at(other, onlooker))).toBe(true);
  expect(await metric(other, FROM_REPLICA)).toBe(fromReplica + 1);
  expect(await metric(other, BEHIND)).toBeGreaterThan(0);

  await store.resumeReplay();
  await store.caughtUp();
  expect(await isEnabled(at(other, onlooker))).toBe(false);
  const behind = await metric(other, BEHIND);
  expect(await isEnabled(at(other, admin))).toBe(false);
  expect(await metric(other, BEHIND)).toBe(behind);
  await admin.ok('Users.Enable', { userName: 'ordinary', enabled: true });
});

test('an export is in the own audit report, and a changed list has another tag', async () => {
  const support = await logInAs(one, 'support_user');
  const { headers } = await admin.raw('/api/Users/All');
  await store.caughtUp();
  await store.pauseReplay();
  await support.raw('/api/Users/AuditReport?format=csv&action=Users.');
  const { events } = await at(other, support).ok('Users.AuditReport', {
    actor: 'support_user',
    action: 'Users.AuditReport',
    limit: 1,
  });
  expect(events[0]).toMatchObject({ action: 'Users.AuditReport', details: { export: 'csv' } });
  const revalidate = (client: Client) =>
    client.raw('/api/Users/All', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  await admin.ok('Users.Unlock', { userName: 'locked_user' });
  const { status, text } = await revalidate(at(other, admin));
  expect(status).toBe(200);
  const users = JSON.parse(text) as { userName: string; lockedUntil: string | null }[];
  expect(users.find(({ userName }) => userName === 'locked_user')).toMatchObject({ lockedUntil: null });
});

test('permissions and sessions are the primary’s: what is revoked is gone while the replica still has it', async () => {
  const demoted = await logInAs(one, 'second_sub');
  const loggedOut = await logInAs(one, 'subadmin');
  await store.caughtUp();
  await store.pauseReplay();
  expect((await demoted.call('Users.Page', { limit: 1 })).status).toBe(200);
  await store.onPrimary("UPDATE users SET roles = '{Member}' WHERE user_name = 'second_sub'");
  await store.onPrimary("DELETE FROM sessions USING users WHERE users.user_id = sessions.user_id AND user_name = 'subadmin'");
  expect((await demoted.call('Users.Page', { limit: 1 })).status).toBe(403);
  expect((await loggedOut.call('Users.Page', { limit: 1 })).status).toBe(401);
});

test('a program with a key, which keeps no cookies, reads everything committed', async () => {
  const { key } = await admin.ok('ApiKey.Create', { name: 'Nightly list' });
  await admin.ok('ApiKey.CreateClaims', {
    body: { name: 'Nightly list', claims: ['Users.Page', 'Users.Enable'].map((value) => ({ type: 'call' as const, value })) },
  });
  const program = createClient(other, { headers: { Authorization: `Bearer ${key}` } });
  const fromReplica = await metric(other, FROM_REPLICA);
  await store.caughtUp();
  await eventually('the replica to serve it', async () => {
    await isEnabled(program);
    return (await metric(other, FROM_REPLICA)) > fromReplica;
  });
  await store.pauseReplay();
  await program.ok('Users.Enable', { userName: 'ordinary', enabled: false });
  expect(await isEnabled(program)).toBe(false);
  await program.ok('Users.Enable', { userName: 'ordinary', enabled: true });
});

test('a replica that is too far behind is not read', async () => {
  const strict = await startOn({ DATABASE_READ_MAX_LAG_SECONDS: '1' });
  await store.pauseReplay();
  await admin.ok('Users.Enable', { userName: 'ordinary', enabled: false });
  expect(await isEnabled(at(one, onlooker))).toBe(true);
  expect(await eventually('the primary to be read', async () => !(await isEnabled(at(strict, onlooker))))).toBe(true);
  expect(await eventually('the lag', async () => (await metric(strict, 'gatehouse_replica_lag_seconds')) >= 1)).toBe(true);
  await strict.stop();
  await admin.ok('Users.Enable', { userName: 'ordinary', enabled: true });
});

test('when a replica is gone, the primary answers at once, the log says so, and the replica is used again when it is back', async () => {
  await store.stopReplica();
  for (let turn = 0; turn < 5; turn += 1) expect((await onlooker.call('Users.Page', { limit: 5 })).status).toBe(200);
  expect((await onlooker.raw('/api/Users/Page?format=csv')).status).toBe(200);
  await eventually('the metric', async () => (await metric(one, 'gatehouse_replica_up')) === 0);
  expect(await metric(one, UNREACHABLE)).toBeGreaterThan(0);
  expect(one.output()).toContain('The replica does not answer: lists are read from the primary');
  expect((await onlooker.call('Health.Ready')).status).toBe(200);

  await store.startReplica();
  await eventually('the metric', async () => (await metric(one, 'gatehouse_replica_up')) === 1);
  const fromReplica = await metric(one, FROM_REPLICA);
  await store.caughtUp();
  await onlooker.ok('Users.Page', { limit: 5 });
  expect(await metric(one, FROM_REPLICA)).toBeGreaterThan(fromReplica);
  expect(one.output()).toContain('The replica answers again');
});

test('when a replica goes silent, the primary answers, then and from then on', async () => {
  const proxy = await openDatabaseProxy(store.replicaUrl);
  const server = await startOn({ DATABASE_READ_URL: proxy.url });
  await eventually('the replica to be known', async () => (await metric(server, 'gatehouse_replica_up')) === 1);
  proxy.silence('all');
  expect(await isEnabled(at(server, onlooker))).toBe(true);
  await eventually('the metric', async () => (await metric(server, 'gatehouse_replica_up')) === 0);
  expect(await isEnabled(at(server, onlooker))).toBe(true);
  expect(await metric(server, UNREACHABLE)).toBeGreaterThan(0);
  await server.stop();
  await proxy.disconnect();
});

test('a server starts while its replica is away', async () => {
  await store.stopReplica();
  const server = await startOn();
  expect(await isEnabled(at(server, onlooker))).toBe(true);
  await server.stop();
});
