/** A transaction that keeps rows of users locked, so that a change to one of them waits. */
import pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface HeldUsers {
  /** Resolves once a change waits for one of the rows. */
  awaited(): Promise<void>;
  release(): Promise<void>;
}

export async function holdUsers(database: TestDatabase, ...userIds: readonly string[]): Promise<HeldUsers> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(`SELECT FROM users WHERE user_id = ANY ($1) FOR UPDATE`, [userIds]);
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
