/**
 * One PostgreSQL cluster per test run, with a seeded template database that every test file clones.
 * `TEST_DATABASE_URL`: an existing server whose user may create databases; without it the embedded PostgreSQL is started.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CLUSTER_URL, databaseAt, POOLER_URL, RUN_PREFIX } from './databaseUrl.ts';
import { isFull } from './scale.ts';
import { startServerHosts } from './serverHosts.ts';
import { seedTemplate } from './template.ts';

interface RunningCluster {
  stop(): Promise<void>;
}

/** Prefix of the data directories, followed by the pid of the test run. */
const OWN_CLUSTER = 'gatehouse-test-cluster-';

/** Linux’s folder in memory, where a database is cloned in a quarter of the time that a disk takes. */
const IN_MEMORY = '/dev/shm';

/** More memory than a run writes, including its log. */
const MEMORY_BYTES = 8 * 1024 ** 3;

let running: Promise<RunningCluster> | undefined;

/** Starts the cluster and builds the template, once for all Jest projects, and the server hosts. */
export async function startTestCluster({ maxWorkers = 0 }: { readonly maxWorkers?: number } = {}): Promise<void> {
  running ??= start(maxWorkers);
  await running;
}

/** Drops this run's databases, and stops the cluster if this run started it. */
export async function stopTestCluster(): Promise<void> {
  await (await running)?.stop();
  running = undefined;
}

async function start(workers: number): Promise<RunningCluster> {
  const prefix = `gatehouse_test_${randomBytes(4).toString('hex')}_`;
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given === undefined ? await startOwn() : { url: given, stop: () => dropDatabases(given, prefix) };
  try {
    await buildTemplate(cluster.url, `${prefix}template`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  // PostgreSQL does not receive the terminal's signals: an interrupted run has to stop it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopTestCluster().finally(() => process.exit(1)));
  }
  const pooler = await startPooler(cluster.url);
  process.env[CLUSTER_URL] = cluster.url;
  process.env[RUN_PREFIX] = prefix;
  const stopHosts = await startServerHosts(workers);
  return {
    async stop() {
      await stopHosts();
      await pooler?.stop();
      await cluster.stop();
    },
  };
}

/** `TEST_PGBOUNCER=on`: every server of the run reaches its database through PgBouncer in transaction mode. */
async function startPooler(clusterUrl: string): Promise<RunningCluster | undefined> {
  if (process.env.TEST_PGBOUNCER !== 'on') return undefined;
  const { startPgBouncer, pgbouncerVersion } = await import('./pgbouncer.ts');
  if (pgbouncerVersion() === undefined) throw new Error('TEST_PGBOUNCER is on, but pgbouncer is not installed');
  const pooler = await startPgBouncer(clusterUrl, 20);
  process.env[POOLER_URL] = pooler.through(clusterUrl);
  return pooler;
}

async function startOwn(): Promise<RunningCluster & { url: string }> {
  const { startCluster } = await import('../../server/embedded/cluster.ts');
  await removeOrphans();
  const dataDir = await mkdtemp(join(await clusterFolder(), `${OWN_CLUSTER}${process.pid}-`));
  // As root, PostgreSQL runs under another account, which must reach its 0700 directory inside.
  await chmod(dataDir, 0o755);
  // Test data must survive a crash of the server, not of the machine. The product always runs with fsync.
  // Servers of all workers keep their connections.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };
  const cluster = await startCluster({ dataDir, settings });
  return {
    url: cluster.url('postgres'),
    async stop() {
      await cluster.stop();
      await remove(dataDir);
    },
  };
}

/** The folder is in memory if there is enough of it; full counts need a disk. */
async function clusterFolder(): Promise<string> {
  if (isFull || process.availableMemory() < MEMORY_BYTES) return tmpdir();
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < MEMORY_BYTES ? tmpdir() : IN_MEMORY;
}

/** Stops and removes the clusters of test runs that were killed. */
async function removeOrphans(): Promise<void> {
  for (const folder of [tmpdir(), IN_MEMORY])
    for (const name of await readdir(folder).catch(() => [])) {
      const owner = name.startsWith(OWN_CLUSTER) ? Number.parseInt(name.slice(OWN_CLUSTER.length), 10) : Number.NaN;
      // Fails for another account's directory, which is left alone.
      if (!Number.isNaN(owner) && !isAlive(owner)) await remove(join(folder, name)).catch(() => undefined);
    }
}

async function remove(dataDir: string): Promise<void> {
  const { removeCluster } = await import('../../server/embedded/home.ts');
  await removeCluster(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function buildTemplate(clusterUrl: string, name: string): Promise<void> {
  await execute(clusterUrl, `CREATE DATABASE ${name}`);
  await seedTemplate(databaseAt(clusterUrl, name));
  await execute(clusterUrl, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
}

async function dropDatabases(clusterUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
