/** Opens the database that the server would use, as its owner: DATABASE_OWNER_URL, DATABASE_URL, or the built-in one unless a server is running on it. */
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { openDatabase, openPool, type DatabaseAccess } from '../db/database.ts';
import { startCluster } from '../embedded/cluster.ts';
import { lockDataDir } from '../embedded/dataDirLock.ts';
import { migrate } from '../db/migrate.ts';
import { systemOrigin, type AuditOrigin } from '../audit/append.ts';

export interface OpenedDatabase extends DatabaseAccess {
  readonly config: Config;
  readonly now: Date;
  /** The actor in the audit: the operator, who can run programs on the server's machine. */
  readonly origin: AuditOrigin;
}

const CONNECT_TIMEOUT_MS = 5000;

/** @throws DirectoryInUse while a server runs on the built-in database */
export async function withDatabase<T>(config: Config, work: (store: OpenedDatabase) => Promise<T>): Promise<T> {
  const cleanups: (() => Promise<void> | void)[] = [];
  try {
    const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? (await startBuiltIn(config, cleanups));
    const pool = openPool({ url, poolSize: 3, connectTimeoutMs: CONNECT_TIMEOUT_MS, statementTimeoutMs: 0 });
    const db = openDatabase(pool);
    cleanups.push(() => db.destroy());
    await migrate(db);
    const now = systemClock(config.TEST_CLOCK_OFFSET_MS).now();
    const origin = { ...systemOrigin(now), actor: 'operator' };
    return await work({ config, db, pool, now, origin });
  } finally {
    for (const step of cleanups.reverse()) await step();
  }
}

async function startBuiltIn(config: Config, undo: (() => Promise<void> | void)[]): Promise<string> {
  undo.push(lockDataDir(config.DATA_DIR));
  const cluster = await startCluster({ dataDir: config.DATA_DIR });
  undo.push(() => cluster.stop());
  return cluster.url('postgres');
}
