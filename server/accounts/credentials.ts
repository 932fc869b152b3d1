/** Passwords, authenticators and passkeys of accounts. */
import { sql, type Insertable } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import type { PasskeysTable } from '../db/schema/signIn.ts';
import { problem } from '../http/problem.ts';
import { newVersion } from './account.ts';
import { endOpeners } from './openers.ts';
import { endSessionsOf } from './sessions.ts';

/** Number of passwords that can't be reused, including the current one. */
export const REMEMBERED_PASSWORDS = 5;

/** A validated and hashed password. */
export interface NewPassword {
  readonly hash: string;
  /** The hash it replaces; a concurrent change makes this one void. */
  readonly former: string | null;
}

/**
 * Stores a password. Ends the sessions (except `keptSessionId`), pending sessions, remembered browsers, recovery links, grants
 * and a pending change of the e-mail address. Neither logs in nor enables the user.
 * @throws Conflict if the password was changed in between
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  { hash, former }: NewPassword,
  now: Date,
  keptSessionId?: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: hash, password_must_change: false })
    .where('user_id', '=', userId)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${former}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem('Conflict');
  if (former !== null) await rememberHash(tx, userId, former, now);
  await endSessionsOf(tx, userId, keptSessionId);
  await endOpeners(tx, 'newPassword', [userId], now);
}

async function rememberHash(tx: Transaction, userId: string, hash: string, now: Date): Promise<void> {
  await tx.insertInto('password_history').values({ user_id: userId, password_hash: hash, created_at: now }).execute();
  await tx
    .deleteFrom('password_history')
    .where('user_id', '=', userId)
    .where('password_hash', 'not in', (history) =>
      history
        .selectFrom('password_history')
        .select('password_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(REMEMBERED_PASSWORDS - 1),
    )
    .execute();
}

/** Uses a time step up: it and all earlier ones are rejected from now on (RFC 6238, 5.2). */
export async function consumeTimeStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mfa_last_step: step })
    .where('user_id', '=', userId)
    .where('mfa_last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if MFA is on already; of concurrent enrolments one succeeds */
export async function turnOn(tx: Transaction, userId: string, secret: string, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mfa_secret: secret, mfa_enrolled_at: now, mfa_last_step: step, mfa_failures: 0, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('mfa_enrolled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Turns MFA off, with codes and remembered browsers. @returns false if it was off */
export async function turnOff(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const row = await tx.selectFrom('users').select('mfa_enrolled_at').where('user_id', '=', userId).forUpdate().executeTakeFirst();
  await endOpeners(tx, 'turningMfaOff', [userId], now);
  if (row?.mfa_enrolled_at == null) return false;
  await newVersion(tx, userId);
  return true;
}

/** An administrator's decision whether these users must have MFA; null: the organisation's rule. */
export async function setMfaRequirement(tx: Transaction, userIds: readonly string[], required: boolean | null): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ mfa_required_override: required, version: eb('version', '+', 1) }))
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
}

export const insertPasskey = (tx: Transaction, passkey: Insertable<PasskeysTable>) =>
  tx.insertInto('passkeys').values(passkey).returning(SHOWN_PASSKEY).executeTakeFirstOrThrow();

export const SHOWN_PASSKEY = ['passkey_id', 'name', 'device', 'created_at', 'last_used_at', 'backed_up'] as const;

export const renamePasskey = (tx: Transaction, { userId, passkeyId }: { userId: string; passkeyId: string }, name: string) =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('passkey_id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning(SHOWN_PASSKEY)
    .executeTakeFirst();

export async function deletePasskey(tx: Transaction, passkeyId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('passkey_id', '=', passkeyId).execute();
}

/**
 * Records a use of a passkey. The counter must have grown, or be 0 as before: an authenticator that counts never gives a number again, so one
 * that does has been copied (WebAuthn level 3, 6.1.1).
 * @returns false for a copied or meanwhile deleted passkey
 */
export async function recordPasskeyUse(
  queries: Queries,
  passkeyId: string,
  { signCount, backedUp }: { readonly signCount: number; readonly backedUp: boolean },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ sign_count: signCount, backed_up: backedUp, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where(sql<boolean>`(sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
