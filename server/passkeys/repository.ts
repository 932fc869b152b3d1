/** SQL of passkeys, and state changes that must happen once. */
import type { Queries, Transaction } from '../db/database.ts';

/** Finds a passkey with the account it belongs to. */
export function findByCredential(queries: Queries, credentialId: string) {
  return queries
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.user_id', 'p.user_id')
    .select(['p.passkey_id', 'p.user_handle', 'p.public_key', 'p.backup_eligible', 'p.name'])
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.locale', 'u.organisation_id'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst();
}
export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findByCredential>>>;

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
    .select(['user_id', 'user_name', 'email', 'locale', 'mfa_enrolled_at'])
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
