/** Accounts for login, and the failure counters: also of unknown names, so that a lock does not reveal which exist. */
import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '../../api/contract/locale.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { MAX_ATTEMPT_MS, type Attempt } from './attempt.ts';
import { isUnlocked, lockAfter, lockedSince, withoutOwnLock, type LockLimits } from '../db/locks.ts';
import { nameKey } from '../db/nameKey.ts';
import { sha256 } from '../session/tokens.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** By user name or e-mail: user names contain no @, so a name is never ambiguous. */
export async function findAccount(queries: Queries, name: string) {
  const key = nameKey(name);
  return selectAccounts(queries)
    .where(key.includes('@') ? 'u.email_key' : 'u.user_name_key', '=', key)
    .executeTakeFirst();
}

/** Locks an account and its organisation's approval until the end of the transaction, so that changes of either come before or after. */
export const lockAccount = (tx: Transaction, userId: string) =>
  selectAccounts(tx)
    .select(['u.failed_sign_ins', 'u.mfa_failures', 'u.locked_until'])
    .where('u.user_id', '=', userId)
    .forUpdate('u')
    .forShare('o')
    .executeTakeFirst();

/** Whose start page is asked for within a session. */
export async function findHomeOwner(queries: Queries, { userId, roles }: Pick<Person, 'userId' | 'roles'>) {
  const row = await queries.selectFrom('users').select('opens_overview').where('user_id', '=', userId).executeTakeFirst();
  return { roles, opensOverview: row?.opens_overview ?? false };
}

const selectAccounts = (queries: Queries) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.first_name', 'u.last_name', 'u.organisation_id', 'u.roles', 'u.enabled'])
    .select([
      'u.password_hash',
      'u.password_must_change',
      'u.opens_overview',
      'u.mfa_enrolled_at',
      'u.mfa_required_override',
      'u.last_login_at',
      'u.last_failed_at',
      'u.locale',
    ])
    .select(['o.approved', 'o.mfa_required', 'o.house']);

/**
 * Counts an attempt before the password is checked, so that parallel guesses can't exceed the limit; a right password undoes it.
 * The attempt that reaches the limit locks at once. Attempts on a locked name are not counted.
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
  // The lock was removed meanwhile: the next try is counted.
  if (!until || until <= now) return { kind: 'locked', until: now, isPending: true };
  const since = lockedSince(until, limits, now).getTime();
  const answered = row.last_failed_at !== null && row.last_failed_at.getTime() >= since;
  // Absolute value, because the locking attempt may have read the clock after this one.
  return { kind: 'locked', until, isPending: !answered && Math.abs(now.getTime() - since) < MAX_ATTEMPT_MS };
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

/** Wrong password: stores the time of the failure, which is shown at the next login. Costs the same for an unknown name. */
export async function recordFailure(
  queries: Queries,
  account: Pick<Account, 'user_id'> | undefined,
  name: string,
  now: Date,
): Promise<void> {
  if (account) await queries.updateTable('users').set({ last_failed_at: now }).where('user_id', '=', account.user_id).execute();
  else await queries.updateTable('unknown_sign_ins').set({ last_failed_at: now }).where('name_hash', '=', hashOf(name)).execute();
}

/** The password was right but the login is blocked (disabled, not approved): clears the failures all the same. */
export async function clearFailures(queries: Queries, userId: string, lock: Date | null): Promise<void> {
  await queries.updateTable('users').set(clearedFailures(lock)).where('user_id', '=', userId).execute();
}

/** Keeps a lock set by other attempts. */
const clearedFailures = (lock: Date | null) => ({ failed_sign_ins: 0, last_failed_at: null, locked_until: withoutOwnLock(lock) });

/** A login by a credential that is no guess: clears the failures before it, of codes too. */
export async function recordProvenLogin(tx: Transaction, userId: string, locale: Locale, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...clearedFailures(null), mfa_failures: 0, locale, last_login_at: now })
    .where('user_id', '=', userId)
    .execute();
}

/** While MFA is outstanding only this attempt's own count is undone: failures are shown after a complete login. */
const undoneAttempt = (lock: Date | null) => ({
  failed_sign_ins: sql<number>`greatest(failed_sign_ins - 1, 0)`,
  locked_until: withoutOwnLock(lock),
});

export interface Entry {
  /** False while MFA is outstanding. */
  done: boolean;
  lock: Date | null;
  locale: Locale;
  newHash: string | undefined;
}

/**
 * Completes a login with a right password. Locks the account and its organisation's approval until the end of the transaction, so
 * that changes of either come before or after.
 * @returns false if, while the password was checked, the account was disabled or lost approval, its password changed, or MFA was
 *   turned on or off
 */
export async function recordLogin(tx: Transaction, account: Account, { done, lock, locale, newHash }: Entry, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      locale,
      ...(done ? { ...clearedFailures(lock), last_login_at: now } : undoneAttempt(lock)),
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
