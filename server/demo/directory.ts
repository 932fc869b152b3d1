/** The demo's data directory, which is emptied at every start: only ever one that a demo made. */
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';

const MARK = 'demo';

/**
 * Makes sure that `dataDir` may be emptied.
 * @throws ConfigError where it holds a database that no demo made
 */
export function claimDirectory(dataDir: string): void {
  const mark = path.join(dataDir, MARK);
  if (existsSync(mark)) return;
  if (existsSync(path.join(dataDir, 'postgres')))
    throw new ConfigError(
      `DATA_DIR: ${dataDir} holds a database that is not a demo's, and a demo would delete it; choose another`,
    );
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(mark, 'Everything here is deleted when the demo starts.\n');
}

/** Empties the outbox of former demos, and from then on tells the path of every mail that is put into it. */
export function watchOutbox(dataDir: string, tell: (file: string) => void): () => void {
  const outbox = path.join(dataDir, 'outbox');
  rmSync(outbox, { recursive: true, force: true });
  mkdirSync(outbox, { recursive: true });
  const told = new Set<string>();
  const watcher = watch(outbox, (_event, name) => {
    if (name === null || !name.endsWith('.eml') || told.has(name) || !existsSync(path.join(outbox, name))) return;
    told.add(name);
    tell(path.join(outbox, name));
  });
  return () => {
    watcher.close();
  };
}
