/** One process per data directory: the second one is refused and told who holds it; a holder that died holds nothing. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface Holder {
  readonly pid: number;
  readonly since: string;
  readonly address?: string;
}

const SQLITE_BUSY = 5;

/** Somebody else holds the directory; the message says who. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Holds `dataDir`, making it where needed, until the returned function is called or the process ends, however it ends.
 *
 * The lock is the kernel's own, on a file that SQLite keeps open: it cannot be left behind by `kill -9`, mistaken after a
 * process id is used again, raced by two takers, or missed between two containers on one volume, as a file that merely
 * names a process can. (POSIX locks fall when their process closes any handle on that file: nothing else may open `lock`.)
 *
 * @param address where the holder can be reached, for the message that refuses the next one
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
    throw new DirectoryInUse(`The data directory ${dataDir} is in use by ${described(noteFile)}`, { cause: error });
  }
  const holder: Holder = { pid: process.pid, since: new Date().toISOString(), ...(address === undefined ? {} : { address }) };
  writeFileSync(noteFile, `${JSON.stringify(holder)}\n`);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    rmSync(noteFile, { force: true });
    lock.close();
  };
}

function described(noteFile: string): string {
  try {
    const { pid, since, address } = JSON.parse(readFileSync(noteFile, 'utf8')) as Holder;
    return `process ${String(pid)}, started ${since}${address === undefined ? '' : `, serving ${address}`}`;
  } catch {
    // The holder has its lock and has not written its note yet.
    return 'another process, which is just starting';
  }
}
