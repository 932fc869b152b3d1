/** The session of an administrator that is kept aside while they act as somebody, and how they come back to it. */
import { sql } from 'kysely';
import { randomToken, sha256 } from '../tokens.ts';
import type { Queries, Transaction } from './database.ts';
import type { OpenedSession } from './sessions.ts';

/**
 * Ends an impersonation and goes back to the session kept aside for it, under a new token. It is as old as it was: neither
 * its end nor its last proof of identity has moved.
 */
export async function resumeSession(tx: Transaction, impersonationId: string, now: Date): Promise<OpenedSession | undefined> {
  const token = randomToken();
  const kept = await tx
    .updateTable('sessions as k')
    .from('sessions as s')
    .set({ token_hash: sha256(token), last_seen_at: now, former_token_hash: null })
    .where('s.session_id', '=', impersonationId)
    .whereRef('k.session_id', '=', 's.kept_session_id')
    .where('k.expires_at', '>', now)
    .returning(['k.session_id', 'k.remember', 'k.expires_at'])
    .executeTakeFirst();
  await tx.deleteFrom('sessions').where('session_id', '=', impersonationId).execute();
  if (!kept) return undefined;
  const lasts = kept.expires_at.getTime() - now.getTime();
  return { sessionId: kept.session_id, token, cookieMaxAgeMs: kept.remember ? lasts : undefined };
}

/**
 * The same for an impersonation whose time has run out while it was in use; left alone for longer, it ends for good, as any session
 * does. Undefined for every other token.
 */
export async function resumeEndedSession(tx: Transaction, token: string, now: Date): Promise<OpenedSession | undefined> {
  const ended = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('token_hash', '=', sha256(token))
    .where('kept_session_id', 'is not', null)
    .where('expires_at', '<=', now)
    .where(inUse(now))
    .forUpdate()
    .executeTakeFirst();
  return ended && resumeSession(tx, ended.session_id, now);
}

/** Forgets sessions that nobody can come back to. */
export async function forgetEndedSessions(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where((where) => where.or([where('kept_session_id', 'is', null), where.not(inUse(now))]))
    .execute();
}

const inUse = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;
