/** Start-up times: the demo's first and second start, and a rebuild after a front-end change under `npm run dev`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../deploy/sources.ts';
import { removeCluster } from '../server/embedded/home.ts';
import { median, ms, seconds } from './statistics.ts';
import { ROUNDS } from './rate.ts';
import { atMost, type ResultRow } from './resultTable.ts';

/** Starts a script; `waitForOutput` resolves with the first group of the next match in its output. */
function start(program: readonly string[], cwd: string, dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [...program], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: '0', DATA_DIR: dataDir },
  });
  let output = '';
  let ended = false;
  let wake = () => undefined as unknown;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    wake();
  });
  child.once('close', () => {
    ended = true;
    wake();
  });
  const waitForOutput = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output);
      if (found) {
        output = output.slice(found.index + found[0].length);
        return found[1] ?? '';
      }
      if (ended) throw new Error(`${program.join(' ')} ended: ${output}`);
      await new Promise<unknown>((woken) => (wake = () => woken(undefined)));
    }
  };
  const end = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { child, hear: waitForOutput, end };
}

/** Runs both steps of `npm run demo`. @returns milliseconds until the login page is served */
async function startDemo(dataDir: string): Promise<number> {
  const began = performance.now();
  await once(start(['deploy/ensureBuilt.ts'], root, dataDir).child, 'close');
  const demo = start(['server/process/launch.mjs', 'server/demo.ts'], root, dataDir);
  try {
    const { status } = await fetch(`${await demo.hear(/listening on (\S+)/)}/Login/Gatehouse`);
    if (status !== 200) throw new Error(`The demo answered with ${String(status)}`);
    return performance.now() - began;
  } finally {
    await demo.end();
  }
}

export async function measureDemo(): Promise<ResultRow[]> {
  const [first, next]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-demo-'));
    try {
      first.push(await startDemo(dataDir));
      next.push(await startDemo(dataDir));
    } finally {
      await removeCluster(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return [
    atMost('a demo’s first start, from a build that is there', median(first), 90_000, seconds),
    atMost('a demo’s second start, with 5,000 new people', median(next), 5000, ms),
  ];
}

const copiedPaths = ['api', 'deploy', 'locales', 'public', 'server', 'src', 'store', 'package.json', 'tsconfig.json'];

/** Copies the sources, so that edits do not touch this checkout; packages are symlinked, the build cache is not shared. */
async function copySources(to: string): Promise<void> {
  const webpackConfigs = (await readdir(root)).filter((name) => /^webpack\..*\.ts$/.test(name));
  for (const name of [...copiedPaths, ...webpackConfigs]) await cp(join(root, name), join(to, name), { recursive: true });
  await mkdir(join(to, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(to, 'node_modules', name));
}

/** Milliseconds from saving a file to the end of its rebuild, median. */
async function rebuild(at: string, file: string, compiled: () => Promise<string>): Promise<number> {
  const path = join(at, file);
  const before = await readFile(path, 'utf8');
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await writeFile(path, `${before}\nexport const changed = ${String(round)};\n`);
    await compiled();
    // The first round fills caches.
    if (round > 0) times.push(performance.now() - began);
  }
  return median(times);
}

export async function measureRebuild(): Promise<ResultRow[]> {
  const at = await mkdtemp(join(tmpdir(), 'gatehouse-bench-dev-'));
  try {
    await copySources(at);
    const dev = start(['deploy/dev.ts'], at, join(at, 'data'));
    try {
      const compiled = () => dev.hear(/compiled \w+ in ([^\n]+)\n/);
      await compiled();
      await dev.hear(/(listening) on/);
      const list = await rebuild(at, 'src/features/users/list/SearchBox.tsx', compiled);
      const loginForm = await rebuild(at, 'src/features/login/LoginForm.tsx', compiled);
      return [
        atMost('a change of the list while developing, until it is built', list, 2000, ms),
        atMost('a change of the login form, which is drawn anew', loginForm, 2000, ms),
      ];
    } finally {
      await dev.end();
    }
  } finally {
    await removeCluster(join(at, 'data'));
    await rm(at, { recursive: true, force: true, maxRetries: 5 });
  }
}
