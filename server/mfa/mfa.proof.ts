/** Proves possession of the second factor: by a code of the authenticator or by a recovery code, either spent by it. */
import type { Transaction } from '../db/database.ts';
import { spendCode } from './mfa.codes.ts';
import { spendStep } from './mfa.repository.ts';
import { stepOf } from './mfa.totp.ts';

/** A code of the authenticator. The caller counts the attempt first. */
export async function proveByApp(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const { mfa_secret: secret } = await tx
    .selectFrom('users')
    .select('mfa_secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const step = secret === null ? null : stepOf(secret, code, now);
  return secret !== null && step !== null && spendStep(tx, userId, secret, step);
}

/** A recovery code, of somebody whose MFA is on. The caller counts the attempt first. */
export async function proveByRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const { mfa_enrolled_at: enrolled } = await tx
    .selectFrom('users')
    .select('mfa_enrolled_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return enrolled !== null && spendCode(tx, userId, code, now);
}

/** Either of them. */
export const proveMfa = async (tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> =>
  (await proveByApp(tx, userId, code, now)) || (await proveByRecoveryCode(tx, userId, code, now));
