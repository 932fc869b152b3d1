/** Browsers an account was used from before. The first sign-in from a new one is told by mail. */
import { DAY, MINUTE } from '../clock.ts';
import { describeBrowser } from '../http/browser.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { count } from '../http/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import { randomToken, sha256 } from '../tokens.ts';
import type { Account } from './login.accounts.ts';

/** How long a browser counts as known. */
export const KNOWN_BROWSER_MS = 365 * DAY;

/** Mails about new browsers are limited within this time, so that nobody's mailbox can be filled by signing in. */
const MAIL_WINDOW_MS = 15 * MINUTE;

/** @returns the token for a browser that is new to this account */
export async function noteBrowser(
  tx: Transaction,
  call: CallOf<'Login.Login'>,
  account: Account,
  token: string | undefined,
  mailLimit: number,
): Promise<string | undefined> {
  if (token !== undefined) {
    const known = await tx
      .selectFrom('known_browsers')
      .select('user_id')
      .where('user_id', '=', account.user_id)
      .where('browser_hash', '=', sha256(token))
      .executeTakeFirst();
    if (known) return undefined;
  }
  // Several people may share a browser: its token stays, and is known to each of them.
  const mine = token ?? randomToken();
  await tx
    .insertInto('known_browsers')
    .values({ user_id: account.user_id, browser_hash: sha256(mine), first_seen_at: call.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (account.last_login_at && (await mayMail(tx, call, account, mailLimit))) {
    const data = {
      at: call.now.toISOString(),
      browser: describeBrowser(call.request.headers['user-agent']),
      address: call.request.ip,
    };
    await queueMail(tx, account, 'newBrowser', { userName: account.user_name ?? account.email, ...data }, call.now);
  }
  return mine;
}

async function mayMail(tx: Transaction, call: CallOf<'Login.Login'>, account: Account, limit: number): Promise<boolean> {
  return (await count(tx, `newBrowser:${account.user_id}`, MAIL_WINDOW_MS, call.now, 1)).hits <= limit;
}
