/** `npm run demo`: on this machine only, afresh each time, and never over a database that is not a demo's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeCluster } from '../../server/embedded/home.ts';
import { as } from '../support/as.ts';
import { eventually } from '../support/eventually.ts';

const root = path.resolve(__dirname, '../..');

interface Demo {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  output(): string;
  /** Its address, once it listens. */
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

  function demo(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Demo {
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
      url: () => eventually('the demo to listen', () => /listening on (\S+)/.exec(written)?.[1], { timeoutMs: 25_000 }),
    };
    demos.push(started);
    return started;
  }

  const refusal = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { child, closed, output } = demo(args, env);
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

  test('serves people one can log in as, names them, and begins afresh', async () => {
    const first = demo(['--users', '60']);
    const client = await as({ url: await first.url() }, 'sysadmin');
    expect(first.output()).toContain('Demo-pass-1');
    expect(first.output()).toMatch(/sysadmin +both administrative roles, Gatehouse/);
    expect((await client.ok('Users.Page')).total).toBe(60);
    await client.ok('Users.Unlock', { userName: 'locked_user' });
    await expect(as(client, 'locked_user')).resolves.toBeDefined();
    first.child.kill('SIGTERM');
    await first.closed;
    expect(first.child.exitCode).toBe(0);

    const second = demo(['--users', '60']);
    await expect(as({ url: await second.url() }, 'locked_user')).rejects.toThrow('Rejected');
  });

  test('is refused beside itself, and told where the other one is', async () => {
    const first = demo(['--users', '60']);
    await first.url();
    expect(await refusal(['--users', '60'])).toMatch(
      new RegExp(
        `^Making 60 people.*\\nThe data directory ${dataDir} is in use by process ${String(first.child.pid)}, started \\S+, serving \\S+$`,
      ),
    );
    await expect(as({ url: await first.url() }, 'sysadmin')).resolves.toBeDefined();
  });

  test('takes its database with it when it is ended before it serves', async () => {
    const begun = demo(['--users', '100000']);
    const note = path.join(dataDir, 'postgres', 'postmaster.pid');
    await eventually('people arriving', () => begun.output().includes('of 100000 people'), { timeoutMs: 25_000 });
    const [pid, , , , socketDirectory] = readFileSync(note, 'utf8').split('\n');
    const postgres = Number(pid);
    begun.child.kill('SIGTERM');
    await begun.closed;
    expect(begun.child.exitCode).toBe(143);
    await eventually('PostgreSQL to end', () => !isAlive(postgres));
    expect([existsSync(note), existsSync(socketDirectory!)]).toEqual([false, false]);
  });

  test('names every mail on the console, and keeps none of former demos', async () => {
    mkdirSync(path.join(dataDir, 'outbox'), { recursive: true });
    writeFileSync(path.join(dataDir, 'outbox', 'former.eml'), 'Subject: hello\n');
    const running = demo(['--users', '60']);
    await as({ url: await running.url() }, 'ordinary');
    const named = await eventually(
      'the mail to be named',
      () => /mail to ordinary@example\.com: .+ \((.+\.eml)\)/.exec(running.output())?.[1],
    );
    expect(readFileSync(path.resolve(root, named), 'utf8')).toContain('To: ordinary@example.com');
    expect(existsSync(path.join(dataDir, 'outbox', 'former.eml'))).toBe(false);
  });

  test('deletes no database that is not a demo’s', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    expect(await refusal([])).toBe(
      `DATA_DIR: ${dataDir} holds a database that is not a demo's, and a demo would delete it; choose another`,
    );
    expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  test('refuses, in one clear line, whatever would make it public or not a demo', async () => {
    const lines = await Promise.all([
      refusal([], { HOST: '0.0.0.0' }),
      refusal([], { DATABASE_URL: 'postgres://example.com/real' }),
      refusal(['--users', '3']),
      refusal(['--users', '1000001']),
    ]);
    expect(lines).toEqual([
      "HOST: the demo's passwords are public, so it listens on 127.0.0.1 only, not on 0.0.0.0",
      'DATABASE_URL: the demo begins with a fresh database of its own; unset it',
      '--users: must be a whole number from 50 to 1000000',
      '--users: must be a whole number from 50 to 1000000',
    ]);
  });
});
