/** New proofs of identity in a session, and the new token that it gets with them. */
import { sql } from 'kysely';
import { addMs } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { SessionState } from './principal.ts';
import type { OpenedSession } from './sessions.ts';
import { randomToken, sha256 } from './tokens.ts';

/** How long the previous token is accepted after a rotation, for calls already in flight. */
export const FORMER_TOKEN_MS = 10_000;

/** Renews the proof of identity after a call that needed it (step-up). Never takes back a newer proof. */
export async function renewStepUp(queries: Queries, sessionId: string, now: Date): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({
      authenticated_at: sql<Date>`greatest(authenticated_at, ${now})`,
      last_seen_at: sql<Date>`greatest(last_seen_at, ${now})`,
    })
    .where('session_id', '=', sessionId)
    .execute();
}

/** Records a second factor proven otherwise, such as by setting it up. The methods of the login stay. */
export async function recordSecondFactor(queries: Queries, sessionId: string): Promise<void> {
  await queries.updateTable('sessions').set({ second_factor_proven: true }).where('session_id', '=', sessionId).execute();
}

export interface Rotation {
  /** The new proof; `providerFactor`: the second factor by the word of an identity provider; null: the former one stays. */
  readonly proven: 'password' | 'secondFactor' | 'providerFactor' | null;
  /** `revoke`: invalid at once; `gracePeriod`: serves requests in flight, without the new proof. */
  readonly formerToken: 'revoke' | 'gracePeriod';
}

/**
 * Gives a session a new token, after a new proof of identity or a changed password.
 * @returns undefined if the session has ended or was rotated by another call
 */
export async function rotateSession(
  queries: Queries,
  session: Pick<SessionState, 'sessionId' | 'tokenHash' | 'remember' | 'expiresAt' | 'isSecondFactorProven'>,
  now: Date,
  { proven, formerToken }: Rotation,
): Promise<OpenedSession | undefined> {
  const token = randomToken();
  const keepsFormerToken = formerToken === 'gracePeriod';
  // The session's proof would count for the former token too, so the former token gets no time.
  const isFirstProof = (proven === 'secondFactor' || proven === 'providerFactor') && !session.isSecondFactorProven;
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set((column) => ({
      token_hash: sha256(token),
      ...(proven && { authenticated_at: now }),
      ...(proven === 'secondFactor' && { second_factor_proven: true }),
      ...(proven === 'providerFactor' && { provider_factor_proven: true }),
      last_seen_at: now,
      former_token_hash: keepsFormerToken ? session.tokenHash : null,
      former_until: keepsFormerToken ? addMs(now, FORMER_TOKEN_MS) : null,
      former_authenticated_at: keepsFormerToken ? (isFirstProof ? new Date(0) : column.ref('authenticated_at')) : null,
    }))
    .where('session_id', '=', session.sessionId)
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const remainingMs = session.expiresAt.getTime() - now.getTime();
  return { sessionId: session.sessionId, token, cookieMaxAgeMs: session.remember ? remainingMs : undefined };
}
