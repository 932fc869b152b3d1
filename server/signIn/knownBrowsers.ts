/** Browsers an account has logged in from before. The first login from a new one is notified by mail. */
import { DAY, MINUTE } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { describeBrowser } from '../http/browser.ts';
import type { CallOf } from '../http/call.ts';
import { countHits } from '../http/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import { randomToken, sha256 } from '../session/tokens.ts';
import type { Account } from './accounts.ts';

type Call = Pick<CallOf<'Login.Login'>, 'now' | 'request'>;

export const KNOWN_BROWSER_MS = 365 * DAY;

/** Window of the limit on these mails, so that repeated logins can't flood a mailbox. */
const MAIL_WINDOW_MS = 15 * MINUTE;

/** Clears the failures of all browsers of an account, as an unlock does those of the account. */
export async function unlockBrowsers(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('known_browsers')
    .set({ failures: 0, last_failed_at: null, locked_until: null })
    .where('user_id', '=', userId)
    .where('failures', '>', 0)
    .execute();
}

/**
 * @param done false while MFA is outstanding
 * @returns the token for a browser that is new to this account
 */
export async function recordBrowser(
  tx: Transaction,
  call: Call,
  account: Account,
  token: string | undefined,
  { done, mailLimit }: { done: boolean; mailLimit: number },
): Promise<string | undefined> {
  const knownTo = token === undefined ? [] : await usersKnowing(tx, token);
  if (knownTo.includes(account.user_id)) return undefined;
  // Users may share a browser, so its token is kept and known to each. A token not issued by us is never adopted.
  const browserToken = token !== undefined && knownTo.length > 0 ? token : randomToken();
  await tx
    .insertInto('known_browsers')
    .values({ user_id: account.user_id, browser_hash: sha256(browserToken), first_seen_at: call.now })
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
  return browserToken;
}

async function usersKnowing(tx: Transaction, token: string): Promise<string[]> {
  const rows = await tx.selectFrom('known_browsers').select('user_id').where('browser_hash', '=', sha256(token)).execute();
  return rows.map((row) => row.user_id);
}

async function mayMail(tx: Transaction, call: Call, account: Account, limit: number): Promise<boolean> {
  return (await countHits(tx, `newBrowser:${account.user_id}`, MAIL_WINDOW_MS, call.now, 1)).hits <= limit;
}
