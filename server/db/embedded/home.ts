/** Where the cluster of a data directory lives: inside it, or, where PostgreSQL's account cannot enter it, at the end of a link. */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { accountFor, reaches } from './account.ts';
import { REACHABLE_ROOT, makeReachableRoot } from './binaries.ts';
import { stopOrphan } from './orphan.ts';

/**
 * The directory of the cluster, which need not exist yet.
 *
 * A data directory that PostgreSQL's account cannot enter holds a link to `/var/lib/gatehouse/<name>` instead. The link is
 * the only way there and is made first, so that neither a crash nor a deleted, moved or re-made data directory can
 * confuse two clusters.
 */
export async function clusterHome(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const directory = await realpath(dataDir);
  const inside = path.join(directory, 'postgres');
  const existing = await lstat(inside).catch(() => undefined);
  if (existing?.isSymbolicLink()) return path.resolve(directory, await readlink(inside));
  const account = accountFor(inside);
  if (account === undefined || reaches(account, directory)) return inside;
  if (existing !== undefined) {
    throw new Error(
      `PostgreSQL runs as user ${String(account.uid)}, which cannot enter ${directory}. Let others pass (chmod o+x) or move it.`,
    );
  }
  await makeReachableRoot();
  const name = `${createHash('sha256').update(directory).digest('hex').slice(0, 16)}-${randomBytes(4).toString('hex')}`;
  const home = path.join(REACHABLE_ROOT, name);
  await symlink(home, inside);
  return home;
}

/** Deletes the cluster of a data directory, wherever it lives; a PostgreSQL left running on it is stopped first. */
export async function removeCluster(dataDir: string): Promise<void> {
  if ((await lstat(path.join(dataDir, 'postgres')).catch(() => undefined)) === undefined) return;
  const home = await clusterHome(dataDir);
  await stopOrphan(home);
  for (const part of [home, `${home}.new`, `${home}.password`, path.join(dataDir, 'postgres')]) await rm(part, { recursive: true, force: true });
}
