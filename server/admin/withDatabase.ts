/** Opens the database that the server would use: the one that is named, or the project's own, as long as no server holds it. */
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { openDatabase, openPool, type Store } from '../db/database.ts';
import { startCluster } from '../embedded/cluster.ts';
import { lockDataDir } from '../embedded/dataDirLock.ts';
import { migrate } from '../db/migrate.ts';
import type { AuditOrigin } from '../audit/audit.append.ts';

export interface OpenedDatabase extends Store {
  readonly now: Date;
  /** Who acts: whoever may run programs where the server runs. */
  readonly origin: AuditOrigin;
}

const CONNECT_TIMEOUT_MS = 5000;

/** @throws DirectoryInUse while a server runs on the project's own database */
export async function withDatabase<T>(config: Config, work: (store: OpenedDatabase) => Promise<T>): Promise<T> {
  const undo: (() => Promise<void> | void)[] = [];
  try {
    const url = config.DATABASE_URL ?? (await ownDatabase(config, undo));
    const pool = openPool({ url, poolSize: 3, connectTimeoutMs: CONNECT_TIMEOUT_MS, statementTimeoutMs: 0 });
    const db = openDatabase(pool);
    undo.push(() => db.destroy());
    await migrate(db);
    const now = systemClock(config.TEST_CLOCK_OFFSET_MS).now();
    const origin = { actor: 'operator', onBehalfOf: null, organisationId: null, ip: null, userAgent: null, at: now };
    return await work({ db, pool, now, origin });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function ownDatabase(config: Config, undo: (() => Promise<void> | void)[]): Promise<string> {
  undo.push(lockDataDir(config.DATA_DIR));
  const cluster = await startCluster({ dataDir: config.DATA_DIR });
  undo.push(() => cluster.stop());
  return cluster.url('postgres');
}
