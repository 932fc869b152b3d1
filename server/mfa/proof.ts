/**
 * Checks the second factor: an authenticator code or a recovery code; either is used up. Authenticator codes are TOTP (RFC 6238), with the
 * parameters of the key; the neighbouring steps are accepted for clock drift.
 */
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { authenticatorContext } from '../encryption/storedSecrets.ts';
import { OUR_PARAMETERS, readKey } from '../accounts/authenticatorKey.ts';
import { consumeTimeStep } from '../accounts/credentials.ts';
import { consumeCode } from '../accounts/recoveryCodes.ts';
import { isDisclosed } from './disclosed.ts';

/** 160 bits, the length of SHA-1's output (RFC 4226, 4). */
const SEED_BYTES = 20;
/** Accepted steps before and after the current one. */
const WINDOW_STEPS = 1;

export const newSecret = (): string => new Secret({ size: SEED_BYTES }).base32;

/** Apps split the label at its first colon, encoded or not. */
const withoutColons = (text: string): string => text.replaceAll(/\s*:+\s*/g, ' ').trim();

/** The URI in the QR code for authenticator apps. */
export const authenticatorUri = (secret: string, issuer: string, userName: string): string =>
  new TOTP({
    ...OUR_PARAMETERS,
    issuer: withoutColons(issuer),
    label: withoutColons(userName),
    issuerInLabel: true,
    secret: Secret.fromBase32(secret),
  }).toString();

/** Normalises a code: digits of any width, without the spaces that apps show and users type. */
const normalise = (code: string): string => code.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');

/**
 * @param secret as stored
 * @param windowSteps steps before and after the current one
 * @returns the time step of `code`, or null for a wrong one; the caller checks in the database that it was not used before
 */
export function stepOf(secret: string, code: string, now: Date, windowSteps = WINDOW_STEPS): number | null {
  const token = normalise(code);
  const key = readKey(secret);
  if (!/^\d+$/.test(token) || token.length !== key.digits) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...key, secret: Secret.fromBase32(key.secret), token, timestamp, window: windowSteps });
  return delta === null ? null : TOTP.counter({ period: key.period, timestamp }) + delta;
}

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
  return step !== null && !(await isDisclosed(tx, userId, step, now)) && consumeTimeStep(tx, userId, step);
}

/** Proves by a recovery code of a user whose MFA is on. The caller counts the attempt first. */
export async function proveByRecoveryCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const owner = await tx
    .selectFrom('users')
    .select(['user_id', 'user_name', 'email', 'locale', 'mfa_enrolled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return owner.mfa_enrolled_at !== null && consumeCode(tx, owner, code, now);
}

/** Proves by either code. */
export const proveMfa = async (keyring: Keyring, tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> =>
  (await proveByApp(keyring, tx, userId, code, now)) || (await proveByRecoveryCode(tx, userId, code, now));
