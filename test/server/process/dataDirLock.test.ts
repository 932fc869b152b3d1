/** Lock of the data directory: one process at a time, also after a crash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { lockDataDir } from '../../../server/embedded/dataDirLock.ts';

const moduleUrl = pathToFileURL(path.resolve(__dirname, '../../../server/embedded/dataDirLock.ts')).href;

const started = new Set<ChildProcess>();

/**
 * A child process that tries to lock the directory; its first line is `held` or the error. It keeps nothing of what it gets: collecting
 * garbage must not release the lock.
 */
function startContender(dataDir: string): ChildProcess {
  const code = `
    const { lockDataDir } = await import(${JSON.stringify(moduleUrl)});
    try { lockDataDir(${JSON.stringify(dataDir)}, 'http://127.0.0.1:18999'); gc(); console.log('held'); } catch (error) { console.log(error.message); }
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.add(child);
  return child;
}

const firstLine = async (child: ChildProcess): Promise<string> => String((await once(child.stdout!, 'data'))[0]).trim();

async function kill(...children: ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(
    children.filter(({ signalCode, exitCode }) => signalCode === null && exitCode === null).map((child) => once(child, 'exit')),
  );
}

describe('The lock of the data directory', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'));
  });
  afterEach(async () => {
    // A failed test leaves its own, which would keep the worker.
    await kill(...started);
    started.clear();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('is refused to a second process, with an error that names the holder', async () => {
    const holder = startContender(dataDir);
    expect(await firstLine(holder)).toBe('held');
    const { since } = JSON.parse(readFileSync(path.join(dataDir, 'holder.json'), 'utf8')) as { since: string };
    expect(() => lockDataDir(dataDir)).toThrow(
      `The data directory ${dataDir} is in use by process ${String(holder.pid)}, started ${since}, serving http://127.0.0.1:18999`,
    );
    await kill(holder);
  });

  test('is refused to the same process, too', () => {
    const release = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${String(process.pid)}`);
    release();
  });

  test('is free after its holder was killed', async () => {
    const holder = startContender(dataDir);
    expect(await firstLine(holder)).toBe('held');
    await kill(holder);
    const release = lockDataDir(dataDir);
    expect(readFileSync(path.join(dataDir, 'holder.json'), 'utf8')).toContain(`"pid":${String(process.pid)}`);
    release();
  });

  test('is free if `holder.json` names a live process that does not hold it', () => {
    writeFileSync(path.join(dataDir, 'holder.json'), JSON.stringify({ pid: process.ppid, since: new Date().toISOString() }));
    expect(() => {
      lockDataDir(dataDir)();
    }).not.toThrow();
  });

  test('can be acquired again once released; a second release does not release the new holder', () => {
    const release = lockDataDir(dataDir);
    release();
    const releaseSecond = lockDataDir(dataDir);
    release();
    expect(() => lockDataDir(dataDir)).toThrow('in use');
    releaseSecond();
  });

  test('is acquired by exactly one of several concurrent processes, also right after a crash', async () => {
    const crashed = startContender(dataDir);
    expect(await firstLine(crashed)).toBe('held');
    await kill(crashed);
    const contenders = Array.from({ length: 6 }, () => startContender(dataDir));
    const lines = await Promise.all(contenders.map(firstLine));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is in use by'))).toHaveLength(5);
    await kill(...contenders);
  });
});
