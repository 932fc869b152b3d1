/** Accounts for login, and what a login changes on them. */
import { sql } from 'kysely';
import type { Locale } from '../../api/contract/locale.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { withoutOwnLock } from '../lockout/rule.ts';
import { isBreakGlass } from '../session/mfaRule.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** Finds an account by user name or e-mail: user names contain no @, so a name is never ambiguous. */
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
    .select(['o.approved', 'o.mfa_required', 'o.house', isBreakGlass]);

export interface Entry {
  /** False while the second factor is outstanding. */
  readonly done: boolean;
  /** The lock that this attempt set, if it was counted before it was checked. Locks that others set are kept. */
  readonly attempt: { readonly lock: Date | null } | undefined;
  readonly clearsCodes: boolean;
  readonly locale: Locale;
  readonly newHash: string | undefined;
  readonly now: Date;
}

/** While the second factor is outstanding only this attempt's own count is undone: failures are shown after a complete login. */
export async function recordEntry(
  tx: Transaction,
  userId: string,
  { done, attempt, clearsCodes, locale, newHash, now }: Entry,
): Promise<void> {
  const lockedUntil = { locked_until: withoutOwnLock(attempt?.lock ?? null) };
  const cleared = { ...lockedUntil, failed_sign_ins: 0, last_failed_at: null, ...(clearsCodes && { mfa_failures: 0 }) };
  const undone = { ...lockedUntil, failed_sign_ins: sql<number>`greatest(failed_sign_ins - 1, 0)` };
  await tx
    .updateTable('users')
    .set({
      locale,
      ...(done ? { ...cleared, last_login_at: now } : attempt && undone),
      ...(newHash !== undefined && { password_hash: newHash }),
    })
    .where('user_id', '=', userId)
    .execute();
}
