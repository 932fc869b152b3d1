/** The location of a data directory's cluster: inside it, or behind a link if PostgreSQL's account can't enter it. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { accountFor, canReach } from './account.ts';
import { REACHABLE_ROOT, makeReachableRoot } from './binaries.ts';
import { deleteIncomplete } from './create.ts';
import { passwordFile } from './password.ts';
import { stopOrphan } from './orphan.ts';

/**
 * The directory of the cluster, which need not exist yet: `postgres` in the data directory, or, if PostgreSQL's account can't
 * enter that, a directory in `/var/lib/gatehouse` that {@link linkHome} links to.
 * @throws Error for a dangling link: a new, empty cluster in its place would hide the data loss
 */
export async function clusterHome(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const directory = await realpath(dataDir);
  const existing = await existingHome(directory);
  if (existing?.linked) {
    if (existsSync(existing.home)) return existing.home;
    throw new Error(
      `${clusterPath(directory)} leads to ${existing.home}, which is gone. Bring it back, or delete the link to start empty.`,
    );
  }
  const account = accountFor(clusterPath(directory));
  if (account === undefined || canReach(account, directory)) return clusterPath(directory);
  if (existing !== undefined) {
    throw new Error(
      `PostgreSQL runs as user ${String(account.uid)}, which cannot enter ${directory}. Let others pass (chmod o+x) or move it.`,
    );
  }
  await makeReachableRoot();
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  // A unique name: the same path may have had another cluster, moved or deleted since, which must not come back.
  return path.join(REACHABLE_ROOT, `${name}-${randomBytes(4).toString('hex')}`);
}

/** Links `dataDir` to the complete cluster at `home`, if that is outside of it. There is no other reference to it. */
export async function linkHome(dataDir: string, home: string): Promise<void> {
  if (!existsSync(clusterPath(dataDir))) await symlink(home, clusterPath(dataDir));
}

/** Deletes the cluster of a data directory, wherever it is; first stops a PostgreSQL left running on it. */
export async function removeCluster(dataDir: string): Promise<void> {
  const existing = await existingHome(dataDir);
  if (existing === undefined) return;
  const { home } = existing;
  await stopOrphan(home);
  await deleteIncomplete(home);
  for (const part of [home, clusterPath(dataDir), passwordFile(dataDir)]) await rm(part, { recursive: true, force: true });
}

const clusterPath = (dataDir: string): string => path.join(dataDir, 'postgres');

async function existingHome(dataDir: string): Promise<{ home: string; linked: boolean } | undefined> {
  const found = await lstat(clusterPath(dataDir)).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return { home: path.resolve(dataDir, await readlink(clusterPath(dataDir))), linked: true };
  return { home: await realpath(clusterPath(dataDir)), linked: false };
}
