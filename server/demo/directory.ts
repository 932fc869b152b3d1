/** The demo's data directory, which is emptied at every start: only ever one that a demo made. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { outboxOf } from '../mail/deliver.ts';

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

/** The mail of former demos goes with their people. */
export function emptyOutbox(dataDir: string): void {
  rmSync(outboxOf({ DATA_DIR: dataDir }), { recursive: true, force: true });
}
