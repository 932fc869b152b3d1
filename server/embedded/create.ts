/** Creates a cluster: atomically, and with the same collation on every machine. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { processOptions } from './postgres.ts';
import { withPasswordFile } from './password.ts';
import { DATABASE_USER } from './transport.ts';

const run = promisify(execFile);

const INCOMPLETE_SUFFIX = '.new';

/**
 * Sort order and case come from PostgreSQL's built-in C.UTF-8, never from the machine's libraries, so that an index built here is
 * valid on another machine. Only character classes are the machine's: `pg_trgm` uses them to recognise letters, and under plain C
 * would find none in 王 or ễ.
 */
const characterClasses = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates the cluster at `home` unless it exists.
 * It is built under another name and renamed once complete and on disk. The name is new each time: an initdb that outlived its
 * killed parent may still be writing to the last one.
 * @returns whether it was created
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  await deleteIncomplete(home);
  if ((await stat(path.join(home, 'PG_VERSION')).catch(() => undefined)) !== undefined) return false;
  const temporary = `${home}.${randomBytes(4).toString('hex')}${INCOMPLETE_SUFFIX}`;
  for (const [attempt, locale] of characterClasses.entries()) {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    if (account !== undefined) await chown(temporary, account.uid, account.gid);
    const args = [
      `--pgdata=${temporary}`,
      `--username=${DATABASE_USER}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${locale}`,
      '--auth=scram-sha-256',
    ];
    try {
      await withPasswordFile(temporary, password, account, (file) =>
        run(binaries.initdb, [...args, `--pwfile=${file}`], processOptions(account)),
      );
      break;
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      if (stderr.includes('invalid locale name') && attempt < characterClasses.length - 1) continue;
      await rm(temporary, { recursive: true, force: true });
      throw new Error(`PostgreSQL could not create its files in ${home}: ${stderr.trim() || String(error)}`, { cause: error });
    }
  }
  await rename(temporary, home);
  return true;
}

/** Deletes what a crash left incomplete; what another initdb still writes is deleted at the next start. */
export async function deleteIncomplete(home: string): Promise<void> {
  const { dir, base } = path.parse(home);
  const incomplete = (await readdir(dir).catch(() => [])).filter(
    (name) => name.startsWith(`${base}.`) && name.includes(INCOMPLETE_SUFFIX),
  );
  for (const name of incomplete) await rm(path.join(dir, name), { recursive: true, force: true }).catch(() => undefined);
}
