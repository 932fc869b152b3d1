/**
 * Prepares passwords, for every module that sets one: validate (fast), then compare with the last ones and hash (slow, so outside a
 * transaction). `accounts` stores it.
 */
import { commonPasswordRules } from '../../api/contract/rules/commonPassword.ts';
import mostCommonPasswords from '../../api/contract/rules/mostCommonPasswords.json' with { type: 'json' };
import { isNist, matches, newPasswordRules, passwordBytes, passwordPattern } from '../../api/contract/rules/password.ts';
import { strengthEstimator } from '../../api/contract/rules/passwordStrength.ts';
import { broken, type Rule } from '../../api/contract/rules/rule.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { REMEMBERED_PASSWORDS, type NewPassword } from '../accounts/credentials.ts';
import { problem, type FieldFault } from '../http/problem.ts';
import type { Locale } from '../../api/contract/locale.ts';

const commonPassword = commonPasswordRules(mostCommonPasswords);
const estimateStrength = strengthEstimator(mostCommonPasswords);

/** Public facts of an account; a password built from them is refused. */
interface PasswordOwner {
  userName: string;
  email: string;
  organisationName: string;
}

/** Field names of the request body, for the faults. */
export interface PasswordFields {
  password: string;
  confirm?: string;
}

interface Typed {
  password: string;
  /** Absent if the form has no confirmation. */
  confirmation?: string;
  locale: Locale;
}

/** Lone surrogates are refused: they would all hash alike. */
const wellFormed: Rule = { code: 'notText', holds: (password) => password.isWellFormed() };

/**
 * Checks the rules that need no database.
 * @throws Invalid; PasswordRefused for a common password; both with the fault at its field
 */
export function validateNewPassword(
  { config, phrases, passwordList }: Pick<Context, 'config' | 'phrases' | 'passwordList'>,
  { password, confirmation, locale }: Typed,
  owner: PasswordOwner,
  fields: PasswordFields = { password: 'newPassword', confirm: 'confirmPassword' },
): void {
  const faults: Record<string, FieldFault> = {};
  const check = (field: string, value: string, rules: readonly Rule[]) => {
    const rule = broken(rules, value);
    if (rule) faults[field] = { rule: rule.code, values: rule.values };
  };
  const required = newPasswordRules({ minLength: config.PASSWORD_MIN_LENGTH, rules: config.PASSWORD_RULES });
  check(fields.password, password, [
    wellFormed,
    passwordBytes,
    ...required,
    ...(isNist({ rules: config.PASSWORD_RULES }) ? [] : [passwordPattern]),
  ]);
  if (confirmation !== undefined && fields.confirm !== undefined)
    check(fields.confirm, confirmation, [matches(password, phrases.say(locale, `fields:${fields.password}`))]);
  if (Object.keys(faults).length > 0) throw problem('Invalid', { fields: faults });
  const listed: Rule = { code: 'passwordCommon', holds: (typed) => !passwordList.has(typed) };
  const names = [config.PRODUCT_NAME, owner.organisationName, owner.userName, owner.email];
  const strong: Rule = {
    code: 'passwordStrength',
    holds: (typed) => config.PASSWORD_STRENGTH === 0 || estimateStrength(typed, names).score >= config.PASSWORD_STRENGTH,
  };
  check(fields.password, password, [listed, ...commonPassword(names), strong]);
  if (Object.keys(faults).length > 0) throw problem('PasswordRefused', { fields: faults });
}

/**
 * Compares a password with the last passwords of `userId` (null: a new account) and hashes. Takes up to six hashes; call it outside
 * a transaction.
 * @throws PasswordReused at its field
 */
export async function prepareNewPassword(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  userId: string | null,
  password: string,
  field = 'newPassword',
): Promise<NewPassword> {
  const former = userId === null ? null : await currentHash(db, userId);
  const known = userId === null ? [] : await formerHashes(db, userId);
  for (const hash of former === null ? known : [former, ...known])
    if (await passwords.verify(password, hash))
      throw problem('PasswordReused', { fields: { [field]: { problem: 'PasswordReused' } } });
  return { hash: await passwords.hash(password), former };
}

async function currentHash(queries: Queries, userId: string): Promise<string | null> {
  const row = await queries.selectFrom('users').select('password_hash').where('user_id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

async function formerHashes(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(REMEMBERED_PASSWORDS - 1)
    .execute();
  return rows.map((row) => row.password_hash);
}
