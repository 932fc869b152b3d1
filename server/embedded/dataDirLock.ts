/** Locks a data directory: one process at a time. The lock ends with its process. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface Holder {
  readonly pid: number;
  readonly since: string;
  readonly address?: string;
}

const SQLITE_BUSY = 5;

/** Locks of this process: one that is collected as garbage would be released. */
const locks = new Set<DatabaseSync>();

/** Another process has the lock; the message says which. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Locks `dataDir`, creating it if needed, until the returned function is called or the process ends.
 * The lock is a kernel lock on a file that SQLite keeps open. Unlike a pid file it can't be left behind by `kill -9`, be mistaken
 * after a process id is reused, race, or fail between two containers on one volume. (POSIX locks are released when their process
 * closes any handle on that file: nothing else may open `lock`.)
 * @param address URL of this server, for the message to the next process
 * @throws DirectoryInUse
 */
export function lockDataDir(dataDir: string, address?: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(path.join(dataDir, 'lock'), { timeout: 0 });
  const noteFile = path.join(dataDir, 'holder.json');
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DirectoryInUse(`The data directory ${dataDir} is in use by ${describeHolder(noteFile)}`, { cause: error });
  }
  locks.add(lock);
  const holder: Holder = { pid: process.pid, since: new Date().toISOString(), ...(address === undefined ? {} : { address }) };
  writeFileSync(noteFile, `${JSON.stringify(holder)}\n`);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks.delete(lock);
    rmSync(noteFile, { force: true });
    lock.close();
  };
}

function describeHolder(noteFile: string): string {
  try {
    const { pid, since, address } = JSON.parse(readFileSync(noteFile, 'utf8')) as Holder;
    return `process ${String(pid)}, started ${since}${address === undefined ? '' : `, serving ${address}`}`;
  } catch {
    // The other process has the lock and has not written its note yet.
    return 'another process, which is just starting';
  }
}
