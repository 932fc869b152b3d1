/**
 * A new password, the one way for every room that sets one: judged by the rules (nothing slow), prepared (the last ones
 * compared, the new one hashed; slow, so outside any transaction), then put in force, with all that an old password opened closed.
 */
import { sql } from 'kysely';
import { commonPassword } from '../../api/contract/rules/commonPassword.ts';
import { matches, newPasswordRules, passwordBytes, passwordPattern } from '../../api/contract/rules/password.ts';
import { broken, type Rule } from '../../api/contract/rules/rule.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { voidLinks } from '../session/links.ts';
import { endSessionsOf } from '../session/sessions.ts';
import { problem, type FieldFault } from '../http/problem.ts';
import type { Locale } from '../i18n/phrases.ts';

/** How many of somebody's passwords can't be used again, the present one among them. */
const REMEMBERED = 5;

/** What everybody knows of an account, so that a password made of it is refused. */
export interface PasswordOwner {
  userName: string;
  email: string;
  organisationName: string;
}

/** Names of the body's fields, for the faults. */
export interface PasswordFields {
  password: string;
  confirm?: string;
}

interface Typed {
  password: string;
  /** What was typed to confirm it; absent where nobody has to. */
  confirmation?: string;
  locale: Locale;
}

/** Half a surrogate pair is no character: all of them would hash alike. */
const wellFormed: Rule = { code: 'notText', holds: (password) => password.isWellFormed() };

/**
 * Judges a new password by the rules that need no store.
 * @throws Invalid, or PasswordRefused for one that is guessed first; both with the fault at its field
 */
export function judgeNewPassword(
  { config, phrases }: Pick<Context, 'config' | 'phrases'>,
  { password, confirmation, locale }: Typed,
  owner: PasswordOwner,
  fields: PasswordFields = { password: 'newPassword', confirm: 'confirmPassword' },
): void {
  const faults: Record<string, FieldFault> = {};
  const judge = (field: string, value: string, rules: readonly Rule[]) => {
    const rule = broken(rules, value);
    if (rule) faults[field] = { rule: rule.code, values: rule.values };
  };
  const strength = newPasswordRules({ minLength: config.PASSWORD_MIN_LENGTH });
  judge(fields.password, password, [wellFormed, passwordBytes, ...strength, passwordPattern]);
  if (confirmation !== undefined && fields.confirm !== undefined)
    judge(fields.confirm, confirmation, [matches(password, phrases.say(locale, `fields:${fields.password}`))]);
  if (Object.keys(faults).length > 0) throw problem('Invalid', { fields: faults });
  judge(fields.password, password, commonPassword([config.PRODUCT_NAME, owner.organisationName, owner.userName, owner.email]));
  if (Object.keys(faults).length > 0) throw problem('PasswordRefused', { fields: faults });
}

/** A password that was judged and hashed. */
export interface NewPassword {
  readonly hash: string;
  /** The hash it takes the place of: another change in between makes this one void. */
  readonly former: string | null;
}

/**
 * Compares with the last passwords of `userId` (null: an account that is being made) and hashes. Takes up to six hashes'
 * time; call it outside a transaction.
 * @throws PasswordReused at its field
 */
export async function prepareNewPassword(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  userId: string | null,
  password: string,
  field = 'newPassword',
): Promise<NewPassword> {
  const former = userId === null ? null : await presentHash(db, userId);
  const known = userId === null ? [] : await formerHashes(db, userId);
  for (const hash of former === null ? known : [former, ...known])
    if (await passwords.verify(password, hash))
      throw problem('PasswordReused', { fields: { [field]: { problem: 'PasswordReused' } } });
  return { hash: await passwords.hash(password), former };
}

async function presentHash(queries: Queries, userId: string): Promise<string | null> {
  const row = await queries.selectFrom('users').select('password_hash').where('user_id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

async function formerHashes(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(REMEMBERED - 1)
    .execute();
  return rows.map((row) => row.password_hash);
}

/**
 * Puts a password in force. Ends the sessions (but `keptSessionId`), pending sign-ins, remembered browsers, recovery links and
 * grants that the old one led to. It signs nobody in and enables nobody.
 * @throws Conflict when the password was changed in between
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
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${former}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem('Conflict');
  if (former !== null) await remember(tx, userId, former, now);
  await closeWhatItOpened(tx, userId, now, keptSessionId);
}

/** Takes a password away: nothing can sign in with it from now on, nor become the next one. */
export async function retirePassword(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { former } = await tx
    .selectFrom('users')
    .select('password_hash as former')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ password_hash: null }).where('user_id', '=', userId).execute();
  if (former !== null) await remember(tx, userId, former, now);
  await closeWhatItOpened(tx, userId, now);
}

async function remember(tx: Transaction, userId: string, hash: string, now: Date): Promise<void> {
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
        .limit(REMEMBERED - 1),
    )
    .execute();
}

async function closeWhatItOpened(tx: Transaction, userId: string, now: Date, keptSessionId?: string): Promise<void> {
  await endSessionsOf(tx, userId, keptSessionId);
  await tx.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
  await tx.deleteFrom('grants').where('user_id', '=', userId).execute();
  await voidLinks(tx, userId, 'recovery', now);
}
