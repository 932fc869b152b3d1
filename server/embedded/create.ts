/** Makes a cluster: whole or not at all, and the same on every machine. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { processOptions } from './postgres.ts';
import { DATABASE_USER, type TransportKind, newPassword } from './transport.ts';

const run = promisify(execFile);

const HALF_MADE = '.new';

/**
 * Order and case come from PostgreSQL itself (its built-in C.UTF-8), never from the machine's libraries, so that an index
 * built here is right on the next machine. Only the classes of characters are the machine's: `pg_trgm` asks it what a letter is,
 * and under the plain C locale would find none in 王 or ễ.
 */
const characterClasses = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates the cluster at `home` unless it is there.
 * It grows under another name and is renamed once it is complete and on disk. The name is new each time: an initdb that
 * outlived its killed parent may still be writing under the last one.
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  account: Account | undefined,
  kind: TransportKind,
): Promise<void> {
  await clearHalfMade(home);
  if ((await stat(path.join(home, 'PG_VERSION')).catch(() => undefined)) !== undefined) return;
  const beside = `${home}.${randomBytes(4).toString('hex')}${HALF_MADE}`;
  const authentication =
    kind === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${await newPassword(home, account)}`];
  for (const [attempt, locale] of characterClasses.entries()) {
    await rm(beside, { recursive: true, force: true });
    await mkdir(beside, { mode: 0o700 });
    if (account !== undefined) await chown(beside, account.uid, account.gid);
    const args = [
      `--pgdata=${beside}`,
      `--username=${DATABASE_USER}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${locale}`,
      ...authentication,
    ];
    try {
      await run(binaries.initdb, args, processOptions(account));
      break;
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      if (stderr.includes('invalid locale name') && attempt < characterClasses.length - 1) continue;
      await rm(beside, { recursive: true, force: true });
      throw new Error(`PostgreSQL could not create its files in ${home}: ${stderr.trim() || String(error)}`, { cause: error });
    }
  }
  await rename(beside, home);
}

/** Throws away what a crash left half-made; what is still being written goes at the next start. */
export async function clearHalfMade(home: string): Promise<void> {
  const { dir, base } = path.parse(home);
  const halfMade = (await readdir(dir).catch(() => [])).filter((name) => name.startsWith(`${base}.`) && name.endsWith(HALF_MADE));
  for (const name of halfMade) await rm(path.join(dir, name), { recursive: true, force: true }).catch(() => undefined);
}
