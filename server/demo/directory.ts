/** The demo's data directory, which is emptied at every start; only if a demo created it. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config.ts';
import { outboxOf } from '../mail/deliver.ts';

const MARK = 'demo';

/**
 * Marks `dataDir` as a demo's, so that it may be emptied.
 * @throws ConfigError if it holds a database that no demo created
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

/** Deletes the mail of former demos. */
export function emptyOutbox(dataDir: string): void {
  rmSync(outboxOf({ DATA_DIR: dataDir }), { recursive: true, force: true });
}
