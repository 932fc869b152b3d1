/** Lifts all locks for the time of a test, and sets them again for the other tests of its server. */
import type { TestDatabase } from './database.ts';

export async function whileNobodyIsLocked(
  { database }: { readonly database: TestDatabase },
  run: () => Promise<void>,
): Promise<void> {
  const locked = await database.query<{ user_id: string; locked_until: Date }>(
    'SELECT user_id, locked_until FROM users WHERE locked_until IS NOT NULL',
  );
  await database.query('UPDATE users SET locked_until = NULL WHERE locked_until IS NOT NULL');
  try {
    await run();
  } finally {
    for (const { user_id, locked_until } of locked)
      await database.query('UPDATE users SET locked_until = $2 WHERE user_id = $1', [user_id, locked_until]);
  }
}
