/** Accounts for login. */
import type { Queries, Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { isBreakGlass } from '../session/mfaRule.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** Finds an account by user name or e-mail: user names contain no @, so a name is never ambiguous. */
export const findAccount = (queries: Queries, name: string) => selectNamed(queries, name).executeTakeFirst();

/** Finds an account and locks its row, whose failures are counted next. */
export const findAccountToCount = (tx: Transaction, name: string) => selectNamed(tx, name).forNoKeyUpdate('u').executeTakeFirst();

function selectNamed(queries: Queries, name: string) {
  const key = nameKey(name);
  return selectAccounts(queries).where(key.includes('@') ? 'u.email_key' : 'u.user_name_key', '=', key);
}

/** Locks an account and its organisation's approval until the end of the transaction, so that changes of either come before or after. */
export const lockAccount = (tx: Transaction, userId: string) =>
  selectAccounts(tx)
    .select(['u.failed_sign_ins', 'u.mfa_failures', 'u.locked_until'])
    .where('u.user_id', '=', userId)
    .forUpdate('u')
    .forShare('o')
    .executeTakeFirst();

const selectAccounts = (queries: Queries) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.organisation_id', 'u.roles', 'u.enabled'])
    .select([
      'u.password_hash',
      'u.password_must_change',
      'u.opens_overview',
      'u.mfa_enrolled_at',
      'u.mfa_required_override',
      'u.last_login_at',
      'u.last_failed_at',
      'u.locale',
    ])
    .select(['o.approved', 'o.mfa_required', 'o.house', isBreakGlass]);
