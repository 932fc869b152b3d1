/** Migrates the database to the newest schema. Safe in several processes at once: the migrator takes a lock. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../config/config.ts';
import { schema } from './migrations/0001_schema.ts';
import type { Database } from './schema.ts';

/**
 * The migrations in order. Never change a released one; each later one only adds, or names the oldest program that can go on
 * (docs/operating.md).
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_schema': schema,
};

/** The newest migration; tells whether something built from a schema is still current. */
export const schemaVersion = Object.keys(migrations).at(-1) as string;

/** How long a migration waits for the tables it changes, because everybody else waits behind it meanwhile. */
const LOCK_BUDGET_MS = 4000;
const RETRY_MS = 1000;
const MAX_ATTEMPTS = 30;
/** SQLSTATE codes: a lock or a statement took too long, or there was a deadlock with a running server. */
const RETRYABLE = /^(55P03|57014|40P01)$/;

/**
 * The last migration that a program must know to work with this database; absent: any. A migration that removes something writes
 * it.
 */
const OLDEST_PROGRAM = 'schema.oldestProgram';

/** Newer migrations are tolerated: an upgrade can be taken back. @throws Error if they have removed what this program needs */
export async function migrate(db: Kysely<Database>, attempt = 1): Promise<void> {
  if (await isMigrated(db)) return;
  try {
    await db.transaction().execute(async (tx) => {
      // Another process may take long to migrate.
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      const migrator = new Migrator({
        db: tx,
        provider: { getMigrations: () => Promise.resolve(withinLockBudget) },
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
    });
  } catch (error) {
    // Another process may have migrated further meanwhile.
    if (await isMigrated(db)) return;
    if (attempt >= MAX_ATTEMPTS || !RETRYABLE.test((error as { code?: string }).code ?? '')) throw explained(error);
    await pause(RETRY_MS);
    await migrate(db, attempt + 1);
  }
}

/** Whether the database has all migrations that this program knows. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const { rows: tables } = await sql<{ found: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (tables[0]?.found !== true) return false;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  if (executed.size > 0 && !executed.has('0001_schema'))
    throw new ConfigError(
      'DATABASE_URL: the database was made by an unreleased version, which cannot be upgraded: start with an empty database (without DATABASE_URL: delete DATA_DIR)',
    );
  if (Object.keys(migrations).some((name) => !executed.has(name))) return false;
  const oldest = await db.selectFrom('settings').select('value').where('key', '=', OLDEST_PROGRAM).executeTakeFirst();
  if (oldest && oldest.value > schemaVersion)
    throw new Error(
      `The database is of a newer version: programs before ${oldest.value} can't use it, this one is ${schemaVersion}`,
    );
  return true;
}

/** @throws ConfigError unless the migrations have been run */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  if (!(await isMigrated(db)))
    throw new ConfigError(`MIGRATE: is off, and the database is not of version ${schemaVersion}: run npm run admin -- migrate`);
}

const withinLockBudget: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_BUDGET_MS)}`.execute(db);
        await migration.up(db);
      },
    },
  ]),
);

const explained = (error: unknown): unknown =>
  (error as { code?: string }).code === '42501'
    ? new ConfigError(
        `DATABASE_URL: ${(error as Error).message}. The role must own its database; where it may not create the extensions pg_trgm and unaccent, an administrator of the database does so before`,
      )
    : error;
