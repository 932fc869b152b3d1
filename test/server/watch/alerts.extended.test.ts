/**
 * Each alert of deploy/prometheus.rules.yml is made to fire, in the real Prometheus, by its own cause; and the dashboard has data.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SIGNING_LOCK } from '../../../server/audit/chain.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { isPrometheusInstalled, startPrometheus, WINDOW, type Prometheus } from '../../support/prometheus.ts';
import { startS3, type S3Double } from '../../support/s3.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';
import { asInProduction } from '../../support/serverEnvironment.ts';
import { startSmtp, type SmtpStub } from '../../support/smtp.ts';
import { removeTickets } from '../../support/storedTickets.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';

const isInstalled = isPrometheusInstalled();
if (!isInstalled) process.stderr.write('SKIPPED: prometheus is not installed (RUNLEVEL=1 apt-get install prometheus)\n');

/** Number of calls, higher than that of the pool's connections. */
const CROWD = 40;

(isInstalled ? describe : describe.skip)('With the real Prometheus', () => {
  let database: TestDatabase;
  let [primary, replica]: DatabaseProxy[] = [];
  let s3: S3Double;
  let smtp: SmtpStub;
  /** The collector of the audit's stream. */
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(collectorStatus).end());
  });
  let collectorStatus = 204;
  let site: ServerProcess;
  let admin: Client;
  let member: MemberAccount;
  let prometheus: Prometheus;
  /** A connection of another client, with a transaction that ends with the tests. */
  let other: pg.Client;

  beforeAll(async () => {
    database = await createDatabase();
    primary = await openDatabaseProxy(database.url);
    replica = await openDatabaseProxy(database.url);
    s3 = await startS3();
    smtp = await startSmtp();
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    site = await startServerProcess({
      database: { ...database, url: primary.url },
      preload: ['./test/support/quickJobs.mjs'],
      env: {
        ...asInProduction,
        ...s3.env,
        SECRET_KEY: 'a master key of 32 characters or more',
        SMTP_URL: smtp.url,
        AUDIT_STREAM_URL: `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}/audit`,
        DATABASE_READ_URL: replica.url,
        METRICS_PORT: '0',
        TEST_WEAK_HASHES: 'off',
        LIMIT_PARALLEL_HASHES: '1',
        LIMIT_HASH_WAIT_MS: '100',
      },
    });
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
    admin = await logInAs(site, 'sysadmin');
    member = await unusedMember(site);
    const metrics = await eventually('the address', () => /metrics at ([^\s"]+)/.exec(site.output())?.[1]);
    prometheus = await startPrometheus(new URL(metrics).host);
  });
  afterAll(async () => {
    await prometheus.stop();
    await other.end();
    await site.kill();
    await primary?.disconnect();
    await replica?.disconnect();
    await smtp.stop();
    await s3.stop();
    collector.close();
    await database.drop();
  });

  const isFiring = async (name: string) => (await prometheus.firing()).some((alert) => alert.name === name);
  const summaries = async () => (await prometheus.firing()).map(({ summary }) => summary);
  /** Repeats `cause` until the alert fires. */
  const expectAlert = async (name: string, cause: () => Promise<unknown> = () => pause(100)) => {
    provoked.push(name);
    await eventually(name, async () => {
      await cause();
      return isFiring(name);
    });
    for (const summary of await summaries()) expect(summary).not.toMatch(/^$|<error|no value/);
  };
  const provoked: string[] = [];

  /** Moves the events after `seq`, an SQL expression, back by twenty minutes. */
  const moveEventsBack = async (seq: string) => {
    const late = new pg.Client({ connectionString: database.url });
    await late.connect();
    await late.query('SET session_replication_role = replica');
    await late.query(`UPDATE audit_events SET at = at - interval '20 minutes' WHERE seq > ${seq}`);
    await late.end();
  };

  test('nothing fires while all is well', async () => {
    await eventually('two evaluations', async () => (await prometheus.seriesOf(`count_over_time(up[${WINDOW}]) > 4`)) === 1);
    expect(await prometheus.firing()).toEqual([]);
  });

  test('an unreachable replica fires an alert', async () => {
    await replica?.disconnect();
    await expectAlert('GatehouseReplicaAway');
  });

  test('an unreachable file store fires alerts, for itself and for the objects that can not be removed', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ Email: 'ada@example.com', IssueDescription: 'Look.', Urgency: 'Low' }))
      body.append(name, value);
    body.append('attachments', new Blob(['It began today.'], { type: 'text/plain' }), 'notes.txt');
    const sender = createClient(site);
    await sender.raw('/api/Support/FormConfiguration');
    expect((await sender.raw('/api/Support/CreateTicket', { method: 'POST', body })).status).toBe(201);
    s3.mode = 'refusing';
    await removeTickets({ database });
    await expectAlert('GatehouseFilesAway');
    await expectAlert('GatehouseFilesNotRemoved');
  });

  test('mail that is refused for good, and mail that can not be sent, fire alerts', async () => {
    smtp.rejectRecipients(550);
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'ordinary' } });
    await expectAlert('GatehouseMailGivenUp');
    await smtp.shutDown();
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'mfa_user' } });
    await database.query("UPDATE mails SET created_at = created_at - interval '1 hour'");
    await expectAlert('GatehouseMailStuck');
  });

  test('an audit that is not signed, as another process keeps the lock, fires an alert', async () => {
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_LOCK]);
    await logInAs(site, 'ordinary');
    await moveEventsBack('(SELECT coalesce(max(through_seq), 0) FROM audit_signatures)');
    await expectAlert('GatehouseAuditUnsealed');
    await other.query('ROLLBACK');
  });

  test('an audit that its collector refuses fires an alert', async () => {
    collectorStatus = 500;
    await logInAs(site, 'ordinary');
    await moveEventsBack("(SELECT value::bigint FROM settings WHERE key = 'audit_stream')");
    await expectAlert('GatehouseAuditUnstreamed');
    collectorStatus = 204;
  });

  test('a job that keeps failing fires an alert', async () => {
    await database.query('ALTER TABLE unusual_findings RENAME TO mislaid');
    await expectAlert('GatehouseJobFailing');
    expect(await summaries()).toContain('The job findUnusual keeps failing');
    await database.query('ALTER TABLE mislaid RENAME TO unusual_findings');
  });

  test('dozens of locked accounts fire an alert', async () => {
    await database.query("UPDATE users SET locked_until = now() + interval '15 minutes' WHERE roles = '{Member}'");
    await expectAlert('GatehouseAccountsLocked');
    await database.query("UPDATE users SET locked_until = NULL WHERE roles = '{Member}'");
  });

  /** Runs `whileLocked` while another client holds a lock on the row that all calls change. */
  const withRowLocked = async (callCount: number, whileLocked: () => Promise<unknown>) => {
    await other.query('BEGIN');
    await other.query('SELECT FROM users WHERE user_name = $1 FOR UPDATE', [member.userName]);
    const calls = Array.from({ length: callCount }, () =>
      admin.call('Users.Enable', { userName: member.userName, enabled: true }),
    );
    await whileLocked();
    await other.query('ROLLBACK');
    await Promise.all(calls);
  };

  test('statements that wait for a lock fire an alert', () => withRowLocked(8, () => expectAlert('GatehouseLockWaits')));

  test('requests that wait for a connection fire an alert', () =>
    withRowLocked(CROWD, () => expectAlert('GatehousePoolExhausted')));

  test('requests that take seconds fire an alert', () => expectAlert('GatehouseSlow', () => withRowLocked(2, () => pause(2500))));

  test('logins that are refused, as too many passwords wait to be hashed, fire an alert', async () => {
    const body = { userName: 'ordinary', password: DEMO_PASSWORD };
    await expectAlert('GatehouseLoginsRefused', () =>
      Promise.all(Array.from({ length: CROWD }, () => createClient(site).call('Login.Login', { body }))),
    );
  });

  test('a stalled event loop fires an alert', async () => {
    await expectAlert('GatehouseEventLoop', async () => {
      process.kill(site.pid, 'SIGSTOP');
      await pause(500);
      process.kill(site.pid, 'SIGCONT');
      await pause(300);
    });
  });

  test('an unreachable database, and failing requests, fire alerts', async () => {
    await primary?.disconnect();
    await expectAlert('GatehouseErrors', () => Promise.all(Array.from({ length: 5 }, () => admin.call('Users.Self'))));
    await expectAlert('GatehouseDatabaseAway');
    await primary?.reconnect();
    await eventually('the end of the alert', async () => !(await isFiring('GatehouseDatabaseAway')));
  });

  test('each panel of the dashboard has data', async () => {
    const dashboard = JSON.parse(await readFile(resolve(import.meta.dirname, '../../../deploy/grafana.json'), 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    await admin.call('Users.Self');
    for (const { title, targets = [] } of dashboard.panels)
      for (const { expr } of targets)
        await eventually(
          `${title}: ${expr}`,
          async () => (await prometheus.seriesOf(expr.replaceAll(/\$__(rate_interval|range)/g, '5m'))) > 0,
        );
  });

  test('a killed process fires an alert', async () => {
    await site.kill();
    await expectAlert('GatehouseDown');
  });

  test('every rule has a test', async () => {
    expect(provoked.sort()).toEqual((await prometheus.rules()).sort());
  });
});
