/** Recovery codes: 120 random bits each, so that a plain SHA-256 is hash enough (ASVS 6.5.2 asks for 112); shown once, spent once. */
import { randomBytes } from 'node:crypto';
import { addMs, HOUR } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { sha256 } from '../session/tokens.ts';

/** Crockford's base 32: no letter that could be read as a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 24;
const SET = 10;
/** How long a code lasts that an administrator reads to somebody. */
const ISSUED_MS = 24 * HOUR;

function makeCode(): string {
  const symbols = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return symbols.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Case, spaces and dashes are nobody's fault, nor is a letter O for a zero. */
const normalise = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

const hashOf = (code: string): Buffer => sha256(normalise(code));

/** A new set; all former codes are void, one that an administrator issued among them. */
export async function replaceCodes(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: SET }, makeCode);
  await voidCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code), created_at: now, expires_at: null, used_at: null })))
    .execute();
  return codes;
}

/** One code beside the person's own, for a day; an earlier issued one is void. */
export async function issueCode(tx: Transaction, userId: string, now: Date): Promise<{ code: string; expiresAt: Date }> {
  const code = makeCode();
  const expiresAt = addMs(now, ISSUED_MS);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('expires_at', 'is not', null).execute();
  await tx
    .insertInto('recovery_codes')
    .values({ user_id: userId, code_hash: hashOf(code), created_at: now, expires_at: expiresAt, used_at: null })
    .execute();
  return { code, expiresAt };
}

/** Of several who bring the same code at once, one gets through. */
export async function spendCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function voidCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function countCodes(queries: Queries, userId: string, now: Date): Promise<number> {
  const { left } = await queries
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return left;
}
