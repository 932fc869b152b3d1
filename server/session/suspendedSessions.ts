/** Suspends an administrator's session while they impersonate a user, and resumes it. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Transaction } from '../db/database.ts';
import type { SessionState } from './principal.ts';
import { sql, type SqlBool } from 'kysely';
import { endSessionsWhere } from '../accounts/sessions.ts';
import { isNotIdle } from './idle.ts';
import { type OpenedSession } from './sessions.ts';
import { FORMER_TOKEN_MS } from './sessions.renew.ts';

/**
 * Suspends a session under an unknown token and locks its row, so that it can't end before this transaction does. The previous
 * token keeps serving calls in flight, but starts no second impersonation and does not renew its own time.
 * @returns false if the session has ended or its token has changed, so that of concurrent calls one succeeds
 */
export async function suspendSession(
  tx: Transaction,
  session: Pick<SessionState, 'sessionId' | 'tokenHash'>,
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
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an impersonation and resumes the suspended session under a new token. Its end and proof of identity stay. */
export async function resumeSession(tx: Transaction, impersonationId: string, now: Date): Promise<OpenedSession | undefined> {
  const token = randomToken();
  const suspended = await tx
    .updateTable('sessions as k')
    .from('sessions as s')
    .set({ token_hash: sha256(token), last_seen_at: now, former_token_hash: null })
    .where('s.session_id', '=', impersonationId)
    .whereRef('k.session_id', '=', 's.kept_session_id')
    .where('k.expires_at', '>', now)
    .returning(['k.session_id', 'k.remember', 'k.expires_at'])
    .executeTakeFirst();
  await endSessionsWhere(tx, sql<SqlBool>`session_id = ${impersonationId}`);
  if (!suspended) return undefined;
  const remainingMs = suspended.expires_at.getTime() - now.getTime();
  return { sessionId: suspended.session_id, token, cookieMaxAgeMs: suspended.remember ? remainingMs : undefined };
}

/** Resumes the session after an impersonation that timed out in use, not by idleness. Undefined for any other token. */
export async function resumeEndedSession(tx: Transaction, token: string, now: Date): Promise<OpenedSession | undefined> {
  const ended = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('token_hash', '=', sha256(token))
    .where('kept_session_id', 'is not', null)
    .where('expires_at', '<=', now)
    .where(isNotIdle(now))
    .forUpdate()
    .executeTakeFirst();
  return ended && resumeSession(tx, ended.session_id, now);
}
