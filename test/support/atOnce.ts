/** Calls raced at once, on one process or several, and an account that is demoted meanwhile. */
import pg from 'pg';
import type { Client } from './client.ts';
import type { TestDatabase } from './database.ts';
import { logInAs } from './logInAs.ts';
import type { TestServer } from './server.ts';

export const AT_ONCE = 20;

export const atOnce = <Answer>(call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));

/** The same user, logged in at each of the processes. */
export const logInAtEach = (processes: readonly TestServer[], userName: string): Promise<Client[]> =>
  Promise.all(processes.map((process) => logInAs(process, userName)));

/** One after the other, and from the first again. */
export const one = <Each>(these: readonly Each[], index: number): Each => these[index % these.length]!;

export const withStatus = <Answer extends { readonly status: number }>(answers: readonly Answer[], status: number): Answer[] =>
  answers.filter((answer) => answer.status === status);

/**
 * The answers without those that got no connection to the database in time (503) on a busy machine: they did nothing.
 * @throws Error if there are no others
 */
export function served<Answer extends { readonly status: number }>(answers: readonly Answer[]): Answer[] {
  const others = answers.filter(({ status }) => status !== 503);
  if (others.length === 0) throw new Error('No call got a connection to the database');
  return others;
}

/** Demotes the account in a transaction that commits once one of the calls waits for it. */
export async function whileDemoted<Answers>(
  database: TestDatabase,
  { userId }: { readonly userId: string },
  call: () => Promise<Answers>,
): Promise<Answers> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(`UPDATE users SET roles = '{Member}' WHERE user_id = $1`, [userId]);
    const answers = call();
    await lockAwaited(database);
    await connection.query('COMMIT');
    return await answers;
  } finally {
    await connection.end();
  }
}

async function lockAwaited(database: TestDatabase): Promise<void> {
  for (;;) {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}
