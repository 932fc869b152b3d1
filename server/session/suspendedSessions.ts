/** The session of an administrator that is kept aside while they act as somebody, and how they come back to it. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Transaction } from '../db/database.ts';
import type { SessionFacts } from './principal.ts';
import { FORMER_TOKEN_MS, inUse, type OpenedSession } from './sessions.ts';

/**
 * Sets a session aside under a token that nobody has, and holds it, so that it does not end before this transaction does. The
 * token it had serves calls of the same moment that are still on their way. @returns false where it has ended
 */
export async function suspendSession(
  tx: Transaction,
  session: Pick<SessionFacts, 'sessionId' | 'tokenHash'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set((column) => ({
      token_hash: sha256(randomToken()),
      former_token_hash: session.tokenHash,
      former_until: addMs(now, FORMER_TOKEN_MS),
      former_authenticated_at: column.ref('authenticated_at'),
    }))
    .where('session_id', '=', session.sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
