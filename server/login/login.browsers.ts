/** Browsers an account was used from before. The first sign-in from a new one is told by mail. */
import { DAY, MINUTE } from '../clock.ts';
import { describeBrowser } from '../http/browser.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { count } from '../http/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import { randomToken, sha256 } from '../session/tokens.ts';
import type { Account } from './login.accounts.ts';

/** How long a browser counts as known. */
export const KNOWN_BROWSER_MS = 365 * DAY;

/** Mails about new browsers are limited within this time, so that nobody's mailbox can be filled by signing in. */
const MAIL_WINDOW_MS = 15 * MINUTE;

/**
 * @param done whether that was the whole sign-in, or the code is still owed
 * @returns the token for a browser that is new to this account
 */
export async function noteBrowser(
  tx: Transaction,
  call: CallOf<'Login.Login'>,
  account: Account,
  token: string | undefined,
  { done, mailLimit }: { done: boolean; mailLimit: number },
): Promise<string | undefined> {
  const knownTo = token === undefined ? [] : await peopleKnowing(tx, token);
  if (knownTo.includes(account.user_id)) return undefined;
  // Several people may share a browser: its token stays, and is known to each of them. One that we did not make is not adopted.
  const mine = token !== undefined && knownTo.length > 0 ? token : randomToken();
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
    await queueMail(
      tx,
      account,
      done ? 'newBrowser' : 'passwordEntered',
      { userName: account.user_name ?? account.email, ...data },
      call.now,
    );
  }
  return mine;
}

async function peopleKnowing(tx: Transaction, token: string): Promise<string[]> {
  const rows = await tx.selectFrom('known_browsers').select('user_id').where('browser_hash', '=', sha256(token)).execute();
  return rows.map((row) => row.user_id);
}

async function mayMail(tx: Transaction, call: CallOf<'Login.Login'>, account: Account, limit: number): Promise<boolean> {
  return (await count(tx, `newBrowser:${account.user_id}`, MAIL_WINDOW_MS, call.now, 1)).hits <= limit;
}
