/** The launcher of the server: what a process gets at its start alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const LAUNCHER = join(root, 'server/process/launch.mjs');
/** Prints what the process is, and what it passes on to processes that it starts. */
const REPORT = `console.log(JSON.stringify({
  pid: process.pid,
  args: process.argv.slice(2),
  flags: process.execArgv,
  passedOn: Object.keys(process.env).filter((name) => name.startsWith('MALLOC_')),
  hasStripper: process.moduleLoadList.some((name) => name.includes('amaro')),
}));`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-launch-'));
  await run(['-e', "import('./deploy/stripTypes.ts').then(({ stripTypes }) => stripTypes())"]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('The launched program is the same process, with its arguments and the flags of the heap, and passes no setting of malloc on', async () => {
  const { pid, output } = await run([LAUNCHER, await program(''), '--users', '10']);
  expect(JSON.parse(output)).toMatchObject({
    pid,
    args: ['--users', '10'],
    flags: ['--max-semi-space-size=4', '--heap-growing-percent=20'],
    passedOn: [],
  });
});

test('Files whose types the build has stripped need no stripper; a file that it has not seen runs too', async () => {
  const clock = join(root, 'server/clock.ts');
  const fresh = join(folder, 'fresh.ts');
  await writeFile(fresh, 'export const answer: number = 42;');
  expect(JSON.parse((await run([LAUNCHER, await program(`await import('${clock}');`)])).output)).toMatchObject({
    hasStripper: false,
  });
  expect(JSON.parse((await run([LAUNCHER, await program(`await import('${fresh}');`)])).output)).toMatchObject({
    hasStripper: true,
  });
});

test('An error of the program ends the process with its message', async () => {
  await expect(run([LAUNCHER, await program("throw new Error('no configuration');")])).rejects.toThrow('no configuration');
});

async function program(before: string): Promise<string> {
  const file = join(folder, 'program.mjs');
  await writeFile(file, `${before}\n${REPORT}`);
  return file;
}

async function run(args: readonly string[]): Promise<{ readonly pid: number | undefined; readonly output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(errors);
  return { pid: child.pid, output };
}
