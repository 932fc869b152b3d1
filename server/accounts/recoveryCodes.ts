/** Recovery codes: 120 random bits each, so that a plain SHA-256 suffices (ASVS 6.5.2 asks for 112); shown once, usable once. */
import { createHash, randomBytes } from 'node:crypto';
import { addMs, HOUR } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { sha256 } from '../session/tokens.ts';
import { sponsor, type Author } from './author.ts';
import { mailOwner, type Owner } from './mails.ts';

/** Crockford's base 32: has no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 24;
const CODES_PER_SET = 10;
/** Lifetime of a code issued by an administrator. */
const ISSUED_CODE_MS = 24 * HOUR;

function makeCode(): string {
  const symbols = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return symbols.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Tolerates case, spaces and dashes. */
const plainOf = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '');

/** Tolerates letters typed for similar digits too. */
const hashOf = (code: string): Buffer => sha256(plainOf(code).replaceAll('O', '0').replaceAll(/[IL]/g, '1'));

/** Codes that came from Keycloak are hashed so: 12 letters and digits, in which O and 0 are two. */
const importedHashOf = (code: string): Buffer => createHash('sha512').update(plainOf(code)).digest();

/** Creates a new set; all former codes are void, including one issued by an administrator. */
export async function makeCodes(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES_PER_SET }, makeCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code), created_at: now, expires_at: null, used_at: null })))
    .execute();
  return codes;
}

/** Replaces the codes of a user whose MFA is on. */
export async function renewCodes(tx: Transaction, owner: Owner, now: Date): Promise<string[]> {
  await mailOwner(tx, owner, 'recoveryCodesRenewed', {}, now);
  return makeCodes(tx, owner.user_id, now);
}

/** Issues one more code, valid for a day; an earlier issued one is void. */
export async function issueCode(tx: Transaction, author: Author, owner: Owner): Promise<{ code: string; expiresAt: Date }> {
  const { now } = author;
  const { user_id: userId } = owner;
  const code = makeCode();
  const expiresAt = addMs(now, ISSUED_CODE_MS);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('expires_at', 'is not', null).execute();
  await tx
    .insertInto('recovery_codes')
    .values({ user_id: userId, code_hash: hashOf(code), created_at: now, expires_at: expiresAt, used_at: null })
    .execute();
  await sponsor(tx, author, userId);
  await mailOwner(tx, owner, 'recoveryCodeIssued', { administrator: author.name }, now);
  return { code, expiresAt };
}

/** Uses a code up; of concurrent calls one succeeds. It replaces a lost authenticator, so its owner gets a mail about its use. */
export async function consumeCode(tx: Transaction, owner: Owner, code: string, now: Date): Promise<boolean> {
  const { user_id: userId } = owner;
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', [hashOf(code), importedHashOf(code)])
    .where('used_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await mailOwner(tx, owner, 'recoveryCodeUsed', { left: await countCodes(tx, userId, now) }, now);
  return true;
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

/** Whether a user came from another system without recovery codes that work here, or has used them up since. */
export async function lacksCodes(queries: Queries, userId: string, now: Date): Promise<boolean> {
  const imported = await queries.selectFrom('imported_users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return imported !== undefined && (await countCodes(queries, userId, now)) === 0;
}
