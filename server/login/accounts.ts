/** Accounts for login, and what a login changes on them. */
import { sql } from 'kysely';
import type { Locale } from '../../api/contract/locale.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { nameKey } from '../db/nameKey.ts';
import { withoutOwnLock } from '../lockout/rule.ts';

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
