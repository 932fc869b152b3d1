/** Checks the second factor: an authenticator code or a recovery code; either is used up. */
import type { Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { authenticatorContext } from '../encryption/storedSecrets.ts';
import { queueMail } from '../mail/queue.ts';
import { consumeCode, countCodes } from './codes.ts';
import { consumeTimeStep } from './repository.ts';
import { stepOf } from './totp.ts';

/** Proves by an authenticator code. The caller counts the attempt first. */
export async function proveByApp(keyring: Keyring, tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  // The row is locked, so that the key it was checked with is still the user's when the step is used up.
  const { mfa_secret: stored } = await tx
    .selectFrom('users')
    .select('mfa_secret')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (stored === null) return false;
  const step = stepOf(await keyring.decrypt(tx, authenticatorContext(userId), stored), code, now);
  return step !== null && consumeTimeStep(tx, userId, step);
}

/**
 * Proves by a recovery code of a user whose MFA is on. It replaces a lost authenticator, so its owner gets a mail about its use.
 * The caller counts the attempt first.
 */
export async function proveByRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const owner = await tx
    .selectFrom('users')
    .select(['user_name', 'email', 'locale', 'mfa_enrolled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (owner.mfa_enrolled_at === null || !(await consumeCode(tx, userId, code, now))) return false;
  const left = await countCodes(tx, userId, now);
  await queueMail(tx, owner, 'recoveryCodeUsed', { userName: owner.user_name ?? owner.email, at: now.toISOString(), left }, now);
  return true;
}

/** Proves by either code. */
export const proveMfa = async (keyring: Keyring, tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> =>
  (await proveByApp(keyring, tx, userId, code, now)) || (await proveByRecoveryCode(tx, userId, code, now));
