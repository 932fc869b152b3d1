/** What a login changes of the account. */
import { sql } from 'kysely';
import type { Locale } from '../../api/contract/locale.ts';
import type { Transaction } from '../db/database.ts';
import { withoutOwnLock } from '../lockout/rule.ts';

interface Entry {
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
