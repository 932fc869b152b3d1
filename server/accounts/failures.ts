/** Ends the lock of an account, with the failures that led to it. */
import type { Transaction } from '../db/database.ts';
import { unlockBrowsers } from '../signIn/knownBrowsers.ts';

/** @returns false if the user was not locked */
export async function unlock(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  await unlockBrowsers(tx, userId);
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ locked_until: null, failed_sign_ins: 0, mfa_failures: 0, last_failed_at: null })
    .where('user_id', '=', userId)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The failures were guesses at the former password, so their lock is removed with it. A disabled account stays disabled. */
export async function forgetPasswordFailures(tx: Transaction, userId: string): Promise<void> {
  await unlockBrowsers(tx, userId);
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ failed_sign_ins: 0, last_failed_at: null, locked_until: null, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('failed_sign_ins', '>', 0)
    .execute();
}
