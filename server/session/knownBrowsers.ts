/** Browsers an account has logged in from before. */
import type { Queries } from '../db/database.ts';
import { isUnlocked } from '../lockout/rule.ts';
import { sha256 } from './tokens.ts';

export async function isKnownBrowser(queries: Queries, userId: string, token: string | undefined): Promise<boolean> {
  return token !== undefined && (await select(queries, userId, token).executeTakeFirst()) !== undefined;
}

/** Whether the browser is known and has no lock of its own. */
export async function isUnlockedBrowser(
  queries: Queries,
  userId: string,
  token: string | undefined,
  now: Date,
): Promise<boolean> {
  return token !== undefined && (await select(queries, userId, token).where(isUnlocked(now)).executeTakeFirst()) !== undefined;
}

const select = (queries: Queries, userId: string, token: string) =>
  queries.selectFrom('known_browsers').select('user_id').where('user_id', '=', userId).where('browser_hash', '=', sha256(token));

/** Clears the failures of all browsers of an account, as an unlock does those of the account. */
export async function unlockBrowsers(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('known_browsers')
    .set({ failures: 0, last_failed_at: null, locked_until: null })
    .where('user_id', '=', userId)
    .where('failures', '>', 0)
    .execute();
}
