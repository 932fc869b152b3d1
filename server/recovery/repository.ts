/** SQL of recovery: accounts by user name or address. */
import { sql } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { requiredProvider, type RequiredProvider } from '../session/providerRule.ts';

export interface Recoverable {
  /** Where the user logs in, if a password does not count. */
  provider: RequiredProvider | null;
  user_id: string;
  user_name: string;
  email: string;
  locale: string | null;
  organisation_id: string;
}

/** Finds accounts by user name or e-mail. Invited users have no account to recover; they use their invitation. */
export async function findRecoverable(queries: Queries, name: string, now: Date): Promise<Recoverable | undefined> {
  return queries
    .selectFrom('users as u')
    .select(['user_id', 'email', 'locale', 'organisation_id', requiredProvider(now).as('provider')])
    .select(sql<string>`user_name`.as('user_name'))
    .where(name.includes('@') ? 'email_key' : 'user_name_key', '=', nameKey(name))
    .where('user_name', 'is not', null)
    .executeTakeFirst();
}

interface LinkOwner extends Omit<Recoverable, 'provider'> {
  mfa_enrolled_at: Date | null;
}

/** Locks the owner of a link, so that MFA turned on meanwhile is seen. */
export async function lockOwner(tx: Transaction, userId: string): Promise<LinkOwner | undefined> {
  return tx
    .selectFrom('users')
    .select(['user_id', 'email', 'locale', 'organisation_id', 'mfa_enrolled_at'])
    .select(sql<string>`user_name`.as('user_name'))
    .where('user_id', '=', userId)
    .where('user_name', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the user's second factor is required. */
export async function hasMfa(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries.selectFrom('users').select('mfa_enrolled_at').where('user_id', '=', userId).executeTakeFirst();
  return row?.mfa_enrolled_at != null;
}
