/**
 * PostgreSQL as Kysely sees it here: nothing stays on a connection after its transaction, because a pooler in transaction mode
 * (PgBouncer) hands the connection to another client then.
 */
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Kysely,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** Advisory lock of migrations: the number that Kysely uses. */
const MIGRATION_LOCK = '3853314791062309107';

/** @param statementTimeoutMs timeout of each statement in a transaction; 0 for no limit */
export function boundedDialect(pool: pg.Pool, statementTimeoutMs: number): PostgresDialect {
  return new (class extends PostgresDialect {
    override createDriver() {
      return new BoundedDriver(pool, statementTimeoutMs);
    }
    override createAdapter() {
      return new TransactionLockAdapter();
    }
  })({ pool });
}

class BoundedDriver extends PostgresDriver {
  readonly #statementTimeoutMs: number;

  constructor(pool: pg.Pool, statementTimeoutMs: number) {
    super({ pool });
    this.#statementTimeoutMs = statementTimeoutMs;
  }

  /** Sends both in one round trip. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const mode = settings.accessMode ? ` ${settings.accessMode}` : '';
    await connection.executeQuery(
      CompiledQuery.raw(`begin${level}${mode}; set local statement_timeout = ${String(this.#statementTimeoutMs)}`),
    );
  }
}

/** Replaces Kysely's own lock, which belongs to the session. */
class TransactionLockAdapter extends PostgresAdapter {
  /** @param db a transaction, whose end releases the lock */
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(db);
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}
