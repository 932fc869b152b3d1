/** Advisory locks, which all processes of a database share; each is freed at the end of its transaction. */
import { sql } from 'kysely';
import type { Transaction } from './database.ts';

export async function waitForLock(tx: Transaction, lock: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lock})`.execute(tx);
}

/** @returns false while another transaction holds the lock */
export async function tryLock(tx: Transaction, lock: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`SELECT pg_try_advisory_xact_lock(${lock}) AS locked`.execute(tx);
  return rows[0]?.locked === true;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement has waited for a lock of any kind for as long as `lock_timeout` lets it. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
