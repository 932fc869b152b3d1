/** The accounts as signing in sees them, and the counters of failures: of names that somebody has, and alike of names nobody has. */
import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '../i18n/phrases.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { isUnlocked, lockAfter, lockedSince, withoutOwnLock, type LockLimits } from '../db/locks.ts';
import { sha256 } from '../session/tokens.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** A name as it is compared: without regard to case and Unicode form. */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** By user name or e-mail: user names hold no @, so one name never means two people. */
export async function findAccount(queries: Queries, name: string) {
  const key = nameKey(name);
  const column = key.includes('@') ? 'u.email_key' : 'u.user_name_key';
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.first_name', 'u.last_name', 'u.organisation_id', 'u.roles', 'u.enabled'])
    .select([
      'u.password_hash',
      'u.mfa_enrolled_at',
      'u.mfa_required_override',
      'u.last_login_at',
      'u.last_failed_at',
      'u.locale',
    ])
    .select(['o.approved', 'o.mfa_required'])
    .where(column, '=', key)
    .executeTakeFirst();
}

export type Attempt =
  /** `lock`: what this attempt itself locked, until it proves right. */
  | { kind: 'counted'; failuresBefore: number; lock: Date | null }
  /** `guessing`: the attempt that locked has not been answered yet, and may prove right. */
  | { kind: 'locked'; until: Date; guessing: boolean };

/** How long an attempt may take between being counted and being answered. */
const GUESS_MS = 2000;

/**
 * Counts an attempt before its password is looked at, so that parallel guesses can't pass; a right password takes it back.
 * The attempt that reaches the limit locks at once. A locked name counts nothing.
 */
export async function countAttempt(
  queries: Queries,
  account: Pick<Account, 'user_id'> | undefined,
  name: string,
  limits: LockLimits,
  now: Date,
): Promise<Attempt> {
  const counted = account
    ? await countKnown(queries, account.user_id, limits, now)
    : await countUnknown(queries, name, limits, now);
  if (counted) return { kind: 'counted', failuresBefore: counted.failures - 1, lock: counted.lock };
  const row = account ? await readKnown(queries, account.user_id) : await readUnknown(queries, name);
  const until = row?.locked_until;
  // Taken back while we looked: the next try will be counted.
  if (!until || until <= now) return { kind: 'locked', until: now, guessing: true };
  const since = lockedSince(until, limits, now).getTime();
  const answered = row.last_failed_at !== null && row.last_failed_at.getTime() >= since;
  // Either way round: the attempt that locked may have read the clock after this one did.
  return { kind: 'locked', until, guessing: !answered && Math.abs(now.getTime() - since) < GUESS_MS };
}

async function countKnown(queries: Queries, userId: string, limits: LockLimits, now: Date) {
  const next = sql<number>`failed_sign_ins + 1`;
  return queries
    .updateTable('users')
    .set({ failed_sign_ins: next, locked_until: lockAfter(next, limits.LIMIT_FAILURES_TO_LOCK, limits, now) })
    .where('user_id', '=', userId)
    .where(isUnlocked(now))
    .returning(['failed_sign_ins as failures', 'locked_until as lock'])
    .executeTakeFirst();
}

async function countUnknown(queries: Queries, name: string, limits: LockLimits, now: Date) {
  const next = sql<number>`unknown_sign_ins.failures + 1`;
  const lockAt = (failures: RawBuilder<number>) => lockAfter(failures, limits.LIMIT_FAILURES_TO_LOCK, limits, now);
  return queries
    .insertInto('unknown_sign_ins')
    .values({ name_hash: hashOf(name), failures: 1, last_failed_at: now, locked_until: lockAt(sql<number>`1`) })
    .onConflict((conflict) =>
      conflict
        .column('name_hash')
        .doUpdateSet({ failures: next, locked_until: lockAt(next) })
        .where(sql<boolean>`unknown_sign_ins.locked_until IS NULL OR unknown_sign_ins.locked_until <= ${now}`),
    )
    .returning(['failures', 'locked_until as lock'])
    .executeTakeFirst();
}

const hashOf = (name: string) => sha256(nameKey(name));

const readKnown = (queries: Queries, userId: string) =>
  queries.selectFrom('users').select(['locked_until', 'last_failed_at']).where('user_id', '=', userId).executeTakeFirst();

const readUnknown = (queries: Queries, name: string) =>
  queries
    .selectFrom('unknown_sign_ins')
    .select(['locked_until', 'last_failed_at'])
    .where('name_hash', '=', hashOf(name))
    .executeTakeFirst();

/** The attempt was wrong: its count stands, and its time is told at the next sign-in. Costs the same for a name nobody has. */
export async function settleFailure(
  queries: Queries,
  account: Pick<Account, 'user_id'> | undefined,
  name: string,
  now: Date,
): Promise<void> {
  if (account) await queries.updateTable('users').set({ last_failed_at: now }).where('user_id', '=', account.user_id).execute();
  else await queries.updateTable('unknown_sign_ins').set({ last_failed_at: now }).where('name_hash', '=', hashOf(name)).execute();
}

/** The password was right, but nobody gets in by it: this sign-in's failures are forgotten all the same. */
export async function forgetFailures(queries: Queries, userId: string, lock: Date | null): Promise<void> {
  await queries.updateTable('users').set(forgotten(lock)).where('user_id', '=', userId).execute();
}

/** A lock that somebody else's guesses set meanwhile stays. */
const forgotten = (lock: Date | null) => ({ failed_sign_ins: 0, last_failed_at: null, locked_until: withoutOwnLock(lock) });

/** Failures are told to who gets in, so of a sign-in that still owes its code only this attempt's own count goes. */
const takenBack = (lock: Date | null) => ({
  failed_sign_ins: sql<number>`greatest(failed_sign_ins - 1, 0)`,
  locked_until: withoutOwnLock(lock),
});

export interface Entry {
  /** False while the code is still owed. */
  done: boolean;
  lock: Date | null;
  locale: Locale;
  newHash: string | undefined;
}

/**
 * Lets somebody in whose password was right, and locks the account and its organisation's approval until the transaction ends: a
 * change of either comes before or after.
 * @returns false where it was disabled or shut out, got another password, or MFA was turned on or off, while this password was
 *   being checked
 */
export async function enterAccount(tx: Transaction, account: Account, { done, lock, locale, newHash }: Entry, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      locale,
      ...(done ? { ...forgotten(lock), last_login_at: now } : takenBack(lock)),
      ...(newHash === undefined ? {} : { password_hash: newHash }),
    })
    .where('user_id', '=', account.user_id)
    .where('password_hash', '=', account.password_hash)
    .where('enabled', '=', true)
    .where(sql<boolean>`(mfa_enrolled_at IS NOT NULL) = ${account.mfa_enrolled_at !== null}`)
    .where(
      sql<boolean>`EXISTS (SELECT FROM organisations o WHERE o.organisation_id = users.organisation_id AND o.approved FOR SHARE)`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
