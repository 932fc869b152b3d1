/** Browsers an account has logged in from before, for other modules than login. */
import type { Queries } from '../db/database.ts';
import { sha256 } from './tokens.ts';

export async function isKnownBrowser(queries: Queries, userId: string, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const row = await queries
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('browser_hash', '=', sha256(token))
    .executeTakeFirst();
  return row !== undefined;
}

/** Clears the failures of all browsers of an account, as an unlock does those of the account. */
export async function unlockBrowsers(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('known_browsers')
    .set({ failures: 0, last_failed_at: null, locked_until: null })
    .where('user_id', '=', userId)
    .where('failures', '>', 0)
    .execute();
}
