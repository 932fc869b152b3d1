/** One process per data directory, whatever became of the one before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { lockDataDir } from '../../server/embedded/dataDirLock.ts';

const moduleUrl = pathToFileURL(path.resolve(__dirname, '../../server/embedded/dataDirLock.ts')).href;

/** A process of its own that tries to hold the directory and says how it went on its first line. */
function contender(dataDir: string): ChildProcess {
  const code = `
    const { lockDataDir } = await import(${JSON.stringify(moduleUrl)});
    try { lockDataDir(${JSON.stringify(dataDir)}, 'http://127.0.0.1:18999'); console.log('held'); } catch (error) { console.log(error.message); }
    process.stdin.resume();`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
}

const firstLine = async (child: ChildProcess): Promise<string> => String((await once(child.stdout!, 'data'))[0]).trim();

async function kill(...children: ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.filter((child) => child.signalCode === null).map((child) => once(child, 'exit')));
}

describe('holding the data directory', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('a second process is refused and told who holds it', async () => {
    const holder = contender(dataDir);
    expect(await firstLine(holder)).toBe('held');
    const started = (JSON.parse(readFileSync(path.join(dataDir, 'holder.json'), 'utf8')) as { since: string }).since;
    expect(() => lockDataDir(dataDir)).toThrow(
      `The data directory ${dataDir} is in use by process ${String(holder.pid)}, started ${started}, serving http://127.0.0.1:18999`,
    );
    await kill(holder);
  });

  test('the same process is refused too', () => {
    const release = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${String(process.pid)}`);
    release();
  });

  test('a holder that was killed holds nothing', async () => {
    const holder = contender(dataDir);
    expect(await firstLine(holder)).toBe('held');
    await kill(holder);
    const release = lockDataDir(dataDir);
    expect(readFileSync(path.join(dataDir, 'holder.json'), 'utf8')).toContain(`"pid":${String(process.pid)}`);
    release();
  });

  test('a note naming a living process that does not hold it is no obstacle', () => {
    writeFileSync(path.join(dataDir, 'holder.json'), JSON.stringify({ pid: process.ppid, since: new Date().toISOString() }));
    expect(() => {
      lockDataDir(dataDir)();
    }).not.toThrow();
  });

  test('released, it can be held again, and releasing twice harms nobody', () => {
    const release = lockDataDir(dataDir);
    release();
    const next = lockDataDir(dataDir);
    release();
    expect(() => lockDataDir(dataDir)).toThrow('in use');
    next();
  });

  test('of many that start at once, exactly one holds it, also just after a crash', async () => {
    const crashed = contender(dataDir);
    expect(await firstLine(crashed)).toBe('held');
    await kill(crashed);
    const contenders = Array.from({ length: 6 }, () => contender(dataDir));
    const lines = await Promise.all(contenders.map(firstLine));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is in use by'))).toHaveLength(5);
    await kill(...contenders);
  });
});
