/**
 * Events found by the one on whose behalf somebody acted: an index of each partition, of the few events that have one. Later
 * partitions get theirs from the default one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';

const COLUMNS = sql.raw('(lower(on_behalf_of), seq) WHERE on_behalf_of IS NOT NULL');

/** Advisory lock, the same in all processes: two that build an index of the same table would wait for each other. */
const BUILD_LOCK = 7_406_030;
const RETRY_MS = 200;
const LOCK_TIMEOUT_MS = 4000;
/** Left to `up`: the time is limited by the role, another process is migrating, a lock is taken, the partition is gone. */
const LEFT_TO_UP = /^(57014|40P01|55P03|42P01)$/;

/** Builds the indexes while others write. */
export async function prepare(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const isDone = await db.transaction().execute(async (tx) => {
      if ((await tablesWithout(tx)).length === 0) return true;
      // A statement that waits for the lock would block the concurrent build.
      const { rows } = await sql<{ locked: boolean }>`SELECT pg_try_advisory_xact_lock(${BUILD_LOCK}) AS locked`.execute(tx);
      if (rows[0]?.locked !== true) return false;
      await buildConcurrently(db, tx);
      return true;
    });
    if (isDone) return;
    await pause(RETRY_MS);
  }
}

async function buildConcurrently(db: Kysely<unknown>, tx: Transaction<unknown>): Promise<void> {
  try {
    for (const table of await tablesWithout(tx)) {
      await db.transaction().execute(async (drop) => {
        await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(drop);
        await dropUnfinished(drop, table);
      });
      await sql`CREATE INDEX CONCURRENTLY ON ${sql.raw(table)} ${COLUMNS}`.execute(db);
    }
  } catch (error) {
    if (!LEFT_TO_UP.test((error as { code?: string }).code ?? '')) throw error;
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // No partition comes or goes meanwhile.
  await sql`LOCK TABLE ONLY audit_events IN SHARE UPDATE EXCLUSIVE MODE`.execute(db);
  for (const table of await tablesWithout(db)) {
    await dropUnfinished(db, table);
    await sql`CREATE INDEX ON ${sql.raw(table)} ${COLUMNS}`.execute(db);
  }
}

/** @returns SQL of the names of the partitions without the index; of the table itself, before it has partitions */
async function tablesWithout(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name
      FROM pg_class c
     WHERE c.relkind = 'r'
       AND (c.oid = to_regclass('audit_events')
            OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = to_regclass('audit_events')))
       AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisvalid AND ${isOurs})
     ORDER BY c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

const isOurs = sql`strpos(pg_get_indexdef(indexrelid), 'lower(on_behalf_of)') > 0`;

/** What a build that was broken off has left. */
async function dropUnfinished(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = ${table}::regclass AND NOT indisvalid AND ${isOurs}`.execute(db);
  for (const { name } of rows) await sql`DROP INDEX ${sql.raw(name)}`.execute(db);
}
