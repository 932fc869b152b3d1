/**
 * Behind the real PgBouncer in transaction mode, with fewer connections than callers. All server suites run so with
 * `TEST_PGBOUNCER=on npm test -- --selectProjects server`.
 */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { CLUSTER_URL } from '../../support/databaseUrl.ts';
import { codeFor, exchange, refresh, register, signIn, userinfo } from '../../support/oidc.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { pgbouncerVersion, startPgBouncer, type PgBouncer } from '../../support/pgbouncer.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';

const isInstalled = pgbouncerVersion() !== undefined;
if (!isInstalled) process.stderr.write('SKIPPED: pgbouncer is not installed (apt-get install pgbouncer)\n');

const ROUNDS = 25;

(isInstalled ? describe : describe.skip)(`Through ${pgbouncerVersion() ?? 'PgBouncer'}`, () => {
  let database: TestDatabase;
  let empty: TestDatabase;
  let pooler: PgBouncer;
  let servers: TestServer[];
  let admins: Client[];

  beforeAll(async () => {
    database = await createDatabase();
    empty = await createDatabase({ contents: 'empty' });
    pooler = await startPgBouncer(process.env[CLUSTER_URL] ?? '');
    const pooled = { ...database, url: pooler.through(database.url) };
    servers = [
      await startServerProcess({ database: pooled }),
      await startServerProcess({ database: pooled, env: { DATABASE_DIRECT_URL: database.url } }),
    ];
    admins = await Promise.all(servers.map((server) => logInAs(server, 'sysadmin')));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await pooler.stop();
    await database.drop();
    await empty.drop();
  });

  /** Settings that a backend behind the pooler has kept. */
  const leftOnSessions = async () => {
    const found = new Set<string>();
    const { default: pg } = await import('pg');
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new pg.Client({ connectionString: pooler.through(database.url) });
        await client.connect();
        // Open transactions hold all connections of the pool at once.
        await client.query('BEGIN');
        const { rows } = await client.query<{ value: string }>(
          "SELECT current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') AS value",
        );
        found.add(rows[0]?.value ?? '');
        const locks = await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()");
        if (locks.rowCount !== 0) found.add('an advisory lock');
        const prepared = await client.query('SELECT FROM pg_prepared_statements');
        if (prepared.rowCount !== 0) found.add('a prepared statement');
        return client;
      }),
    );
    await Promise.all(clients.map((client) => client.end()));
    return [...found];
  };

  test('typing cancels what is no longer wanted, and never the statement of another request', async () => {
    const statuses: number[] = [];
    const typing = async (admin: Client, index: number) => {
      const server = servers[index] as TestServer;
      const cookie = await admin.jar.getCookieString(server.url);
      for (let round = 0; round < ROUNDS; round += 1) {
        const pages = ['a', 'an', 'ann'].map((search) => {
          const abort = new AbortController();
          const call = fetch(`${server.url}/api/Users/Page?limit=50&search=${search}`, {
            headers: { cookie },
            signal: abort.signal,
          });
          call.then(
            ({ status }) => statuses.push(status),
            () => undefined,
          );
          return { abort, call };
        });
        for (const { abort } of pages.slice(0, 2))
          setImmediate(() => {
            abort.abort();
          });
        await Promise.allSettled(pages.map(({ call }) => call));
      }
    };
    const others = async (admin: Client) => {
      for (let round = 0; round < 3 * ROUNDS; round += 1) {
        statuses.push((await admin.call('Users.Page', { limit: 100 })).status);
        statuses.push((await admin.call('Users.Enable', { userName: 'support_user', enabled: round % 2 === 0 })).status);
      }
    };
    await Promise.all([...admins.map(typing), ...admins.map(typing), others(admins[0] as Client)]);
    expect(statuses.length).toBeGreaterThan(3 * ROUNDS);
    expect([...new Set(statuses)]).toEqual([200]);
  });

  test('exports, a list of thousands and logins leave nothing on the shared connections', async () => {
    const [admin] = admins as [Client];
    const [server] = servers as [TestServer];
    const cookie = await admin.jar.getCookieString(server.url);
    const organisation = await organisationIdOf({ database }, 'Harbour Mutual');
    const users = Array.from({ length: 200 }, (_user, index) => ({
      externalId: `pooled-${String(index)}`,
      userName: `pooled_${String(index)}`,
      email: `pooled${String(index)}@directory.example`,
      firstName: 'Paula',
      lastName: 'Pooled',
      organisationPublicId: organisation,
      enabled: true,
      roles: ['Member'],
    }));
    expect(
      await admin.ok('Users.Sync', { body: { source: 'pooled', dryRun: false, disableMissing: false, users } }),
    ).toMatchObject({
      created: 200,
    });
    const report = await fetch(`${server.url}/api/Users/AuditReport?format=csv`, { headers: { cookie } });
    expect((await report.text()).length).toBeGreaterThan(10_000);
    const cut = await fetch(`${server.url}/api/Users/All`, { headers: { cookie } });
    await cut.body?.cancel();
    const client = createClient(server);
    expect(await client.call('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } })).toMatchObject({
      status: 200,
    });
    expect((await admin.call('Health.Ready')).status).toBe(200);
    expect(await leftOnSessions()).toEqual(['0 0']);
  });

  test('an application signs in through one process and goes on through the other, and a code is used once', async () => {
    const [one, other] = servers as [TestServer, TestServer];
    const wiki = await register(one);
    const { code, proof, browser } = await codeFor(one, wiki);
    const answers = await Promise.all([one, other, one, other].map((server) => exchange(server, wiki, code, proof)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const { refresh_token: token } = await signIn(browser, wiki);
    const renewed = await refresh(other, wiki, token);
    expect(await userinfo(one, renewed.access_token)).toMatchObject({ status: 200, preferred_username: 'ordinary' });
    await browser.ok('Login.Logout');
    expect((await refresh(other, wiki, renewed.refresh_token)).error).toBe('invalid_grant');
    expect(await leftOnSessions()).toEqual(['0 0']);
  });

  test('two first starts at once make one schema', async () => {
    const pooled = { ...empty, url: pooler.through(empty.url) };
    const started = await Promise.all([startServerProcess({ database: pooled }), startServerProcess({ database: pooled })]);
    expect(await empty.query('SELECT FROM organisations')).toHaveLength(1);
    await Promise.all(started.map((server) => server.stop()));
  });
});
