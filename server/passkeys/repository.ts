/** SQL of passkeys, and state changes that must happen once. */
import { sql } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import type { Assertion } from './relyingParty.ts';

export const shownColumns = ['passkey_id', 'name', 'device', 'created_at', 'last_used_at', 'backed_up'] as const;

/** Finds a passkey with the account it belongs to. */
export function findByCredential(queries: Queries, credentialId: string) {
  return queries
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.user_id', 'p.user_id')
    .select(['p.passkey_id', 'p.public_key', 'p.backup_eligible', 'p.name'])
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.locale', 'u.organisation_id'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst();
}
export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findByCredential>>>;

/**
 * Records a use. The counter must have grown, or be 0 as before: an authenticator that counts never gives a number again, so one
 * that does has been copied (WebAuthn level 3, 6.1.1).
 * @returns false for a copied or meanwhile deleted passkey
 */
export async function recordUse(
  queries: Queries,
  passkeyId: string,
  { signCount, backedUp }: Assertion,
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

/** Credentials for `allowCredentials` and `excludeCredentials`. */
export async function credentialsOf(queries: Queries, userId: string) {
  const rows = await queries
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id, type: 'public-key' as const, transports }));
}

export async function countPasskeys(queries: Queries, userId: string): Promise<number> {
  const { passkeys } = await queries
    .selectFrom('passkeys')
    .select((select) => select.fn.countAll<number>().as('passkeys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return passkeys;
}

/**
 * Serialises registration and deletion, so that the limit and the last factor hold.
 * @returns undefined if the session has ended meanwhile, as by a reset, which a call in flight must not outlive
 */
export async function lockOwner(tx: Transaction, userId: string, sessionId: string) {
  const owner = await tx
    .selectFrom('users')
    .select(['user_name', 'email', 'locale', 'mfa_enrolled_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const session = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
  return session && owner;
}

/** Ends the sessions that a passkey opened, and the impersonations started in them. */
export async function endSessionsOpenedBy(tx: Transaction, passkeyId: string, except: string): Promise<void> {
  const opened = tx
    .selectFrom('sessions')
    .select('session_id')
    .where('passkey_id', '=', passkeyId)
    .where('session_id', '!=', except);
  await tx.deleteFrom('sessions').where('kept_session_id', 'in', opened).execute();
  await tx.deleteFrom('sessions').where('passkey_id', '=', passkeyId).where('session_id', '!=', except).execute();
}
