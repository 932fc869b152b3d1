/** The states of the database connections that read events for a file. */
import type { TestDatabase } from './database.ts';

export const runningExports = async (database: TestDatabase): Promise<readonly string[]> =>
  (
    await database.query<{ state: string }>(
      `SELECT state FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND state <> 'idle' AND query LIKE 'select (e.actor IS NULL)%'`,
    )
  ).map(({ state }) => state);
