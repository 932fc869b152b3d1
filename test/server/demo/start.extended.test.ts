/** `npm run demo`: listens on loopback only, resets its data at each start, and never deletes another database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeCluster } from '../../../server/embedded/home.ts';
import { logInAs } from '../../support/logInAs.ts';
import { eventually } from '../../support/eventually.ts';

const root = path.resolve(__dirname, '../../..');

interface Demo {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  output(): string;
  /** Resolves once it listens. */
  url(): Promise<string>;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm run demo', () => {
  let dataDir: string;
  const demos: Demo[] = [];

  function startDemo(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Demo {
    const child = spawn(
      process.execPath,
      ['--import', './test/support/endWithParent.mjs', 'server/demo.ts', '--port', '0', ...args],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: path.join(root, '.cache/node'), DATA_DIR: dataDir, ...env },
      },
    );
    let written = '';
    for (const stream of [child.stdout, child.stderr])
      stream!.setEncoding('utf8').on('data', (text: string) => (written += text));
    const started: Demo = {
      child,
      closed: once(child, 'close'),
      output: () => written,
      url: () => eventually('the demo to listen', () => /listening on (\S+)/.exec(written)?.[1]),
    };
    demos.push(started);
    return started;
  }

  const outputOfRefused = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { child, closed, output } = startDemo(args, env);
    await closed;
    expect(child.exitCode).toBe(1);
    return output().trim();
  };

  beforeEach(() => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'));
    chmodSync(directory, 0o755);
    dataDir = path.join(directory, 'demo');
  });
  afterEach(async () => {
    for (const { child, closed } of demos.splice(0)) {
      child.kill('SIGTERM');
      await closed;
    }
    await removeCluster(dataDir);
    rmSync(path.dirname(dataDir), { recursive: true, force: true });
  });

  test('prints the known accounts, lets them log in, and starts with fresh data each time', async () => {
    const first = startDemo(['--users', '60']);
    const client = await logInAs({ url: await first.url() }, 'sysadmin');
    expect(first.output()).toContain('Demo-pass-1');
    expect(first.output()).toMatch(/sysadmin +both administrative roles, Gatehouse/);
    expect((await client.ok('Users.Page')).total).toBe(60);
    await client.ok('Users.Unlock', { userName: 'locked_user' });
    await expect(logInAs(client, 'locked_user')).resolves.toBeDefined();
    first.child.kill('SIGTERM');
    await first.closed;
    expect(first.child.exitCode).toBe(0);

    const second = startDemo(['--users', '60']);
    await expect(logInAs({ url: await second.url() }, 'locked_user')).rejects.toThrow('Rejected');
  });

  test('is refused while another one runs, with an error that names the other', async () => {
    const first = startDemo(['--users', '60']);
    await first.url();
    expect(await outputOfRefused(['--users', '60'])).toMatch(
      new RegExp(
        `^Making 60 people.*\\nThe data directory ${dataDir} is in use by process ${String(first.child.pid)}, started \\S+, serving \\S+$`,
      ),
    );
    await expect(logInAs({ url: await first.url() }, 'sysadmin')).resolves.toBeDefined();
  });

  test('stops its database when it is terminated before it listens', async () => {
    const starting = startDemo(['--users', '100000']);
    const note = path.join(dataDir, 'postgres', 'postmaster.pid');
    await eventually('users to be inserted', () => starting.output().includes('of 100000 people'));
    const [pid, , , , socketDirectory] = readFileSync(note, 'utf8').split('\n');
    const postgres = Number(pid);
    starting.child.kill('SIGTERM');
    await starting.closed;
    expect(starting.child.exitCode).toBe(143);
    await eventually('PostgreSQL to end', () => !isAlive(postgres));
    expect([existsSync(note), existsSync(socketDirectory!)]).toEqual([false, false]);
  });

  test('prints every mail to the console, and deletes mails of earlier runs', async () => {
    mkdirSync(path.join(dataDir, 'outbox'), { recursive: true });
    writeFileSync(path.join(dataDir, 'outbox', 'former.eml'), 'Subject: hello\n');
    const running = startDemo(['--users', '60']);
    await logInAs({ url: await running.url() }, 'ordinary');
    const fileName = await eventually(
      'the mail to be printed',
      () => /mail to ordinary@example\.com: .+ \((.+\.eml)\)/.exec(running.output())?.[1],
    );
    expect(readFileSync(path.resolve(root, fileName), 'utf8')).toContain('To: ordinary@example.com');
    expect(existsSync(path.join(dataDir, 'outbox', 'former.eml'))).toBe(false);
  });

  test('does not delete a database that is not a demo’s', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    expect(await outputOfRefused([])).toBe(
      `DATA_DIR: ${dataDir} holds a database that is not a demo's, and a demo would delete it; choose another`,
    );
    expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  test('rejects with one line any option that would make it public or use another database', async () => {
    const lines = await Promise.all([
      outputOfRefused([], { HOST: '0.0.0.0' }),
      outputOfRefused([], { DATABASE_URL: 'postgres://example.com/real' }),
      outputOfRefused(['--users', '3']),
      outputOfRefused(['--users', '1000001']),
    ]);
    expect(lines).toEqual([
      "HOST: the demo's passwords are public, so it listens on 127.0.0.1 only, not on 0.0.0.0",
      'DATABASE_URL: the demo begins with a fresh database of its own; unset it',
      '--users: must be a whole number from 50 to 1000000',
      '--users: must be a whole number from 50 to 1000000',
    ]);
  });
});
