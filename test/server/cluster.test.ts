/**
 * The pieces of `npm run cluster` that hold on any machine: missing programs are named, the configurations fit together, processes
 * are ended by their ids, and the verdict of an exercise is a strict one. The real thing: `npm run cluster -- --exercise`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { figuresOf, losses, type Attempt } from '../../deploy/cluster/judge.ts';
import { planCluster } from '../../deploy/cluster/plan.ts';
import { openProcesses, postmasterOf, takenPorts } from '../../deploy/cluster/processes.ts';
import { findPrograms } from '../../deploy/cluster/programs.ts';
import type { Service } from '../../deploy/cluster/service.ts';
import { namesIn, render } from '../../deploy/cluster/template.ts';
import { readConfig } from '../../server/config/config.ts';
import { freePort } from '../support/nginx.ts';

const root = resolve(import.meta.dirname, '../..');
const template = (name: string) => readFile(join(root, 'deploy/cluster', name), 'utf8');

const machine = (...absent: string[]) => ({
  find: (program: string) => (absent.includes(program) ? undefined : `/usr/bin/${program}`),
  postgresFolder: () => (absent.includes('postgres') ? undefined : '/usr/lib/postgresql/15/bin'),
});

function plan(folder = '/tmp/cluster') {
  const found = findPrograms(machine());
  if ('missing' in found) throw new Error('Nothing is missing');
  const passwords = { postgres: 'p1', replication: 'p2', gatehouse: 'p3', secretKey: 'k'.repeat(40) };
  return planCluster({ folder, checkout: root, found, sitePort: 8080, basePort: 18_000, passwords });
}

describe('What is missing', () => {
  test('is named with the command that installs it', () => {
    expect(findPrograms(machine('patroni', 'etcd', 'postgres'))).toEqual({
      missing: ['etcd', 'patroni', 'postgres'],
      install: 'apt-get install etcd-server patroni postgresql',
    });
  });

  test('ends the command before it starts anything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nothing-'));
    const child = spawn(process.execPath, ['deploy/cluster/main.ts'], {
      cwd: root,
      env: { PATH: '/nowhere', TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    expect(said).toMatch(/Not installed: .*patroni[^]*apt-get install .*patroni[^]*docker compose/);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('The configurations', () => {
  const rendered = async (name: string, file = name) => {
    const found = plan().configurations.find((one) => one.template === name && one.file.endsWith(file));
    return render(await template(name), found?.values ?? {});
  };

  test('have a value for every name, here and in compose.yaml', async () => {
    const compose = await template('compose.yaml');
    for (const configuration of plan().configurations) {
      const source = await template(configuration.template);
      expect(namesIn(render(source, configuration.values))).toEqual([]);
      for (const name of namesIn(source)) expect(compose).toMatch(new RegExp(`\\b${name}:`));
    }
    expect(() => render('${NOBODY_KNOWS}', {})).toThrow('NOBODY_KNOWS');
    expect(render('$host ${A}', { A: 1 })).toBe('$host 1');
  });

  test('lead from nginx over both processes and PgBouncer to the primary, and to the replicas', async () => {
    const nginx = await rendered('nginx.conf');
    const pgbouncer = await rendered('pgbouncer.ini');
    const haproxy = await rendered('haproxy.cfg');
    const patroni = await rendered('patroni.yml', 'node2/patroni.yml');
    const processes = plan().services.filter(({ name }) => name.startsWith('gatehouse'));
    expect(processes).toHaveLength(2);
    for (const { env, ready } of processes) {
      expect(nginx).toContain(`server 127.0.0.1:${env.PORT ?? ''} `);
      expect(ready.port).toBe(Number(env.PORT));
      const config = readConfig(env);
      expect(config.DATABASE_URL).toMatch(/:18051\/gatehouse$/);
      expect(config.DATABASE_READ_URL).toMatch(/:18051\/gatehouse_read$/);
      expect(config.DATABASE_DIRECT_URL).toMatch(/:18041\/gatehouse$/);
    }
    expect(pgbouncer).toMatch(/listen_port = 18051[^]*pool_mode = transaction/);
    expect(pgbouncer).toContain('gatehouse = host=127.0.0.1 port=18041');
    expect(pgbouncer).toContain('gatehouse_read = host=127.0.0.1 port=18042');
    for (const [bind, path] of [
      ['18041', '/primary'],
      ['18042', '/replica'],
    ] as const) {
      const part = haproxy.split('\nlisten ').find((one) => one.includes(`bind 127.0.0.1:${bind}`)) ?? '';
      expect(part).toContain(`option httpchk GET ${path}`);
      for (const member of [1, 2, 3]) expect(part).toContain(`127.0.0.1:1802${String(member)} check port 1803${String(member)}`);
    }
    expect(patroni).toMatch(/name: node2\n[^]*listen: 127.0.0.1:18032[^]*synchronous_mode: true[^]*listen: 127.0.0.1:18022/);
  });

  test('no port is used twice, and every process has one of them', () => {
    const { ports, services } = plan();
    expect(new Set(ports).size).toBe(ports.length);
    for (const { ready } of services) expect(ports).toContain(ready.port);
    expect(services.map(({ name }) => name)).toEqual([
      ...['etcd1', 'etcd2', 'etcd3', 'node1', 'node2', 'node3'],
      ...['haproxy', 'pgbouncer', 'gatehouse1', 'gatehouse2', 'nginx'],
    ]);
  });
});

describe('Processes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-processes-'));
    await mkdir(join(folder, 'logs'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const service = (name: string, port: number, script: string): Service => ({
    name,
    program: process.execPath,
    args: ['-e', script],
    env: {},
    account: 'own',
    ready: { port, path: '/' },
  });
  const lives = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('are up when they answer, and are ended with what a killed Patroni leaves', async () => {
    const port = await freePort();
    const processes = openProcesses(plan(folder), folder, undefined);
    const pidFile = join(folder, 'pid');
    await processes.start(
      service(
        'web1',
        port,
        `require('node:http').createServer((_, reply) => reply.end()).listen(${String(port)}, '127.0.0.1');
         require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`,
      ),
    );
    const pid = Number(await readFile(pidFile, 'utf8'));
    expect(await takenPorts([port])).toEqual([port]);
    const dataDir = plan(folder).nodes[0]?.dataDir ?? '';
    await mkdir(dataDir, { recursive: true });
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', `--config-file=${dataDir}/postgresql.conf`]);
    await once(orphan, 'spawn');
    const ended = once(orphan, 'exit');
    await writeFile(join(dataDir, 'postmaster.pid'), `${String(orphan.pid)}\n${dataDir}\n`);
    await processes.stop();
    await ended;
    expect(lives(pid)).toBe(false);
    expect(await takenPorts([port])).toEqual([]);
  });

  test('one that ends at once says why; one of a stranger is left alone', async () => {
    const processes = openProcesses(plan(folder), folder, undefined);
    const failing = service('web1', await freePort(), "console.error('no such option'); process.exit(3)");
    await expect(processes.start(failing)).rejects.toThrow(/web1 ended at once:\nno such option/);
    const dataDir = plan(folder).nodes[0]?.dataDir ?? '';
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'postmaster.pid'), `${String(process.pid)}\n`);
    expect(postmasterOf(dataDir)).toBeUndefined();
    await processes.stop();
  });
});

describe('The verdict', () => {
  const attempt = (startedAtMs: number, endedAtMs: number, status: number, retryAfter = status === 503): Attempt => ({
    ...{ kind: 'change', startedAtMs, endedAtMs, status, retryAfter },
  });

  test('measures from the disturbance to the last failure, and the longest pause', () => {
    const attempts = [
      attempt(0, 100, 200),
      attempt(900, 1500, 503),
      attempt(1600, 3000, 0),
      attempt(3100, 5000, 200),
      attempt(5000, 5100, 200),
      attempt(9500, 9600, 500),
    ];
    expect(figuresOf(attempts, 'change', { atMs: 1000, untilMs: 6000 })).toEqual({
      attempts: 4,
      failed: 2,
      unexplained: 1,
      outageSeconds: 2,
      pauseSeconds: 4,
    });
    expect(figuresOf(attempts, 'login', { atMs: 1000, untilMs: 6000 })).toMatchObject({ attempts: 0, pauseSeconds: 5 });
  });

  test('finds an acknowledged change that is lost, and one without its event or mail', () => {
    const editor = { userName: 'ann', acknowledged: 5, unknown: 1, roles: ['Member'] };
    const kept = { userName: 'ann', events: 5, mails: 5, roles: ['Member'] };
    expect(losses([editor], [kept])).toEqual([]);
    expect(losses([editor], [{ ...kept, events: 6, mails: 6, roles: ['Support'] }])).toEqual([]);
    expect(losses([editor], [{ ...kept, events: 4, mails: 4 }])).toEqual(['ann: 5 changes acknowledged, 4 in the audit']);
    expect(losses([editor], [{ ...kept, events: 7, mails: 7 }])).toEqual(['ann: more events than attempts']);
    expect(losses([editor], [{ ...kept, mails: 4 }])).toEqual(['ann: 5 events, 4 mails']);
    expect(losses([{ ...editor, unknown: 0 }], [{ ...kept, roles: ['Support'] }])).toEqual([
      'ann has Support, acknowledged was Member',
    ]);
    expect(losses([editor], [])).toEqual(['ann is gone']);
  });
});
