/** "Don't ask again on this browser": a random token in a cookie, its hash here, bound to one person, until MFA or password changes. */
import { addMs } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { randomToken, sha256 } from '../session/tokens.ts';

/** Whether the cookie's token was given to this very person; another's is nothing. */
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

/** @param former the token the browser brought; it is replaced, so that one browser counts once
 *  @returns the new token */
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

/** @returns how many were remembered */
export async function forgetBrowsers(tx: Transaction, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('remembered_browsers').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
