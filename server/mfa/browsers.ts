/** "Don't ask again on this browser": a random token per user in a cookie, valid until MFA or password changes. */
import { addMs } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { randomToken, sha256 } from '../session/tokens.ts';

/** Whether the token was issued to this user; another user's token does not count. */
export async function remembersBrowser(queries: Queries, userId: string, token: string | undefined, now: Date): Promise<boolean> {
  if (token === undefined) return false;
  const row = await queries
    .selectFrom('remembered_browsers')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * @param former the token in the browser's cookie; it is replaced, so that one browser counts once
 * @returns the new token
 */
export async function rememberBrowser(
  tx: Transaction,
  userId: string,
  former: string | undefined,
  lifetimeMs: number,
  now: Date,
): Promise<string> {
  if (former !== undefined)
    await tx.deleteFrom('remembered_browsers').where('token_hash', '=', sha256(former)).where('user_id', '=', userId).execute();
  const token = randomToken();
  await tx
    .insertInto('remembered_browsers')
    .values({ token_hash: sha256(token), user_id: userId, created_at: now, expires_at: addMs(now, lifetimeMs) })
    .execute();
  return token;
}

/** @returns the number of deleted browsers */
export async function forgetBrowsers(tx: Transaction, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('remembered_browsers').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
