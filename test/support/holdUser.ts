/** A transaction that keeps a user's row locked, so that a change to the user waits. */
import pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface HeldUser {
  /** Resolves once something waits for the row. */
  awaited(): Promise<void>;
  release(): Promise<void>;
}

export async function holdUser(database: TestDatabase, userId: string): Promise<HeldUser> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(`SELECT FROM users WHERE user_id = $1 FOR UPDATE`, [userId]);
  return {
    async awaited() {
      for (;;) {
        const waiting = await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        if (waiting.length > 0) return;
      }
    },
    release: () => connection.end(),
  };
}
