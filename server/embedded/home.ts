/** Where the cluster of a data directory lives: inside it, or, where PostgreSQL's account cannot enter it, at the end of a link. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { accountFor, reaches } from './account.ts';
import { REACHABLE_ROOT, makeReachableRoot } from './binaries.ts';
import { clearHalfMade } from './create.ts';
import { stopOrphan } from './orphan.ts';

/**
 * The directory of the cluster, which need not exist yet: `postgres` in the data directory, or, where PostgreSQL's account
 * cannot enter that, a directory of `/var/lib/gatehouse` that {@link linkHome} will link from there.
 *
 * @throws Error where the link leads nowhere: a new, empty cluster in its place would hide that everything is lost
 */
export async function clusterHome(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const directory = await realpath(dataDir);
  const existing = await existingHome(directory);
  if (existing?.linked) {
    if (existsSync(existing.home)) return existing.home;
    throw new Error(
      `${place(directory)} leads to ${existing.home}, which is gone. Bring it back, or delete the link to start empty.`,
    );
  }
  const account = accountFor(place(directory));
  if (account === undefined || reaches(account, directory)) return place(directory);
  if (existing !== undefined) {
    throw new Error(
      `PostgreSQL runs as user ${String(account.uid)}, which cannot enter ${directory}. Let others pass (chmod o+x) or move it.`,
    );
  }
  await makeReachableRoot();
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  // A name of its own: the directory may have been another's, moved or deleted since, whose cluster must not come back.
  return path.join(REACHABLE_ROOT, `${name}-${randomBytes(4).toString('hex')}`);
}

/** Makes the complete cluster at `home` that of `dataDir`, if it lies elsewhere. The link is the only way there. */
export async function linkHome(dataDir: string, home: string): Promise<void> {
  if (!existsSync(place(dataDir))) await symlink(home, place(dataDir));
}

/** Deletes the cluster of a data directory, wherever it lives; a PostgreSQL left running on it is stopped first. */
export async function removeCluster(dataDir: string): Promise<void> {
  const existing = await existingHome(dataDir);
  if (existing === undefined) return;
  const { home } = existing;
  await stopOrphan(home);
  await clearHalfMade(home);
  for (const part of [home, `${home}.password`, place(dataDir)]) await rm(part, { recursive: true, force: true });
}

const place = (dataDir: string): string => path.join(dataDir, 'postgres');

async function existingHome(dataDir: string): Promise<{ home: string; linked: boolean } | undefined> {
  const found = await lstat(place(dataDir)).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return { home: path.resolve(dataDir, await readlink(place(dataDir))), linked: true };
  return { home: await realpath(place(dataDir)), linked: false };
}
