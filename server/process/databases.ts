/** Opens the databases that the configuration names: the primary, the owner's connection to it, and replicas. */
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { openDatabase, openPool, type DatabaseAccess, type Db } from '../db/database.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { readsOnPrimary, readsOnReplica, type Reads } from '../db/reads.ts';

const STATEMENT_TIMEOUT_MS = 20_000;
/** The two are together below five seconds, which is how long a request may hang on a connection that has gone silent. */
const SILENCE = { quietMs: 2500, probeMs: 1500 };

export const poolOptions = (config: Config, log: FastifyBaseLogger) => ({
  poolSize: config.DATABASE_POOL,
  connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  silence: SILENCE,
  onSilence: (count: number) => {
    log.warn({ count }, 'Database connections were silent and were cut');
  },
  onIdleError: (error: Error) => {
    log.warn(error, 'A database connection was lost');
  },
});

const MIGRATION_POOL = 2;

/** Migrates past a pooler if configured, and without a timeout: an index of many events takes longer than a request may. */
export async function migrateStore(config: Config, { url, db }: { url: string; db: Db }): Promise<void> {
  if (await isMigrated(db)) return;
  const connectTimeoutMs = config.DATABASE_CONNECT_TIMEOUT_MS;
  const ownerUrl = config.DATABASE_OWNER_URL ?? config.DATABASE_DIRECT_URL ?? url;
  const owner = openDatabase(openPool({ url: ownerUrl, poolSize: MIGRATION_POOL, connectTimeoutMs, statementTimeoutMs: 0 }));
  try {
    await migrate(owner);
  } finally {
    await owner.destroy();
  }
}

/** Connections for signing, streaming and retention of the audit, and for erasure. */
const OWNER_POOL = 4;

export function openOwner(config: Config, log: FastifyBaseLogger, own: DatabaseAccess): DatabaseAccess {
  if (config.DATABASE_OWNER_URL === undefined) return own;
  const pool = openPool({ ...poolOptions(config, log), url: config.DATABASE_OWNER_URL, poolSize: OWNER_POOL });
  return { pool, db: openDatabase(pool) };
}

export function openReads(config: Config, log: FastifyBaseLogger, primary: DatabaseAccess): Reads {
  const url = config.DATABASE_READ_URL;
  if (url === undefined) return readsOnPrimary(primary.db, primary.pool);
  const pool = openPool({ ...poolOptions(config, log), url, isSpread: true });
  return readsOnReplica({
    primary,
    replica: { pool, db: openDatabase(pool) },
    maxLagMs: config.DATABASE_READ_MAX_LAG_SECONDS * SECOND,
    onChange(isUp, reason) {
      if (isUp) log.warn('The replica answers again');
      else log.warn({ reason }, 'The replica does not answer: lists are read from the primary');
    },
  });
}
