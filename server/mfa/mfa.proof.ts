/** Checks the second factor: an authenticator code or a recovery code; either is used up. */
import type { Transaction } from '../db/database.ts';
import { consumeCode } from './mfa.codes.ts';
import { consumeTimeStep } from './mfa.repository.ts';
import { stepOf } from './mfa.totp.ts';

/** Authenticator code. The caller counts the attempt first. */
export async function proveByApp(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const { mfa_secret: secret } = await tx
    .selectFrom('users')
    .select('mfa_secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const step = secret === null ? null : stepOf(secret, code, now);
  return secret !== null && step !== null && consumeTimeStep(tx, userId, secret, step);
}

/** Recovery code of a user whose MFA is on. The caller counts the attempt first. */
export async function proveByRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const { mfa_enrolled_at: enrolled } = await tx
    .selectFrom('users')
    .select('mfa_enrolled_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return enrolled !== null && consumeCode(tx, userId, code, now);
}

/** Either code. */
export const proveMfa = async (tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> =>
  (await proveByApp(tx, userId, code, now)) || (await proveByRecoveryCode(tx, userId, code, now));
