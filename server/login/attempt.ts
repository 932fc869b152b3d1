/**
 * An attempt to log in. A browser that has logged in to the account before is locked by its own failures only, so that strangers who
 * guess at a name do not lock its owner out. Its failures count for the account as well, and keep the account's lock.
 */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import {
  type Attempt,
  browserOf,
  countAttempt,
  type Counted,
  countUnlessLocked,
  passwordOf,
  type Subject,
  unknownNameOf,
} from '../lockout/count.ts';
import type { LockLimits } from '../lockout/rule.ts';

export interface CountedLogin extends Counted {
  readonly subject: Subject;
  /** A known browser, with the lock that this attempt set on it. */
  readonly browser?: { readonly subject: Subject; readonly lock: Date | null };
}

export type LoginAttempt = CountedLogin | Exclude<Attempt, Counted>;

interface Guess {
  readonly account: { readonly user_id: string } | undefined;
  readonly name: string;
  /** The browser's token. */
  readonly known: string | undefined;
}

export async function countLogin(
  queries: Queries,
  { account, name, known }: Guess,
  limits: LockLimits,
  now: Date,
): Promise<LoginAttempt> {
  const subject = account ? passwordOf(account.user_id) : unknownNameOf(name);
  const browser = account && known !== undefined ? browserOf(account.user_id, known) : undefined;
  const byBrowser = browser && (await countAttempt(queries, browser, limits, now));
  if (byBrowser?.kind === 'locked') return byBrowser;
  if (browser && byBrowser) {
    const counted = await countUnlessLocked(queries, subject, limits, now, sql`true`);
    if (counted) return { ...counted, subject, browser: { subject: browser, lock: byBrowser.lock } };
  }
  const attempt = await countAttempt(queries, subject, limits, now);
  // The account was deleted meanwhile: the name is an unknown one now.
  if (!attempt) return countLogin(queries, { account: undefined, name, known }, limits, now);
  return attempt.kind === 'counted' ? { ...attempt, subject } : attempt;
}
