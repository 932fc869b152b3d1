/** Sessions begin, get new tokens and end. The cookie holds a random token, the store only its SHA-256; a new token at every rise in privilege. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';
import type { SessionFacts } from './principal.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Queries } from '../db/database.ts';

/** How long a half signed-in person has to bring the code. */
const PENDING_MS = 15 * MINUTE;

/** How long calls may have been on their way when the token of their session changed. */
export const FORMER_TOKEN_MS = 10_000;

type Lifetimes = Pick<Config, 'SESSION_IDLE_MINUTES' | 'SESSION_HOURS' | 'SESSION_REMEMBER_DAYS' | 'IMPERSONATION_MINUTES'>;

export interface NewSession {
  userId: string;
  kind: 'full' | 'pending';
  remember: boolean;
  ip: string | null;
  userAgent: string | null;
  now: Date;
  returnUrl?: string | null;
  /** `kept`: the administrator's own session, kept aside; when it ends, so does this one. */
  impersonation?: { by: string; reason: string | null; kept: string };
  /** Ends no later than this, whatever its kind. */
  endsAt?: Date;
}

export interface OpenedSession {
  sessionId: string;
  token: string;
  /** What the cookie's own lifetime should be; absent for a cookie that ends with the browser. */
  cookieMaxAgeMs: number | undefined;
}

export async function openSession(queries: Queries, lifetimes: Lifetimes, session: NewSession): Promise<OpenedSession> {
  const token = randomToken();
  const sessionId = randomUUID();
  const { absolute, idle } = spans(lifetimes, session);
  const expiresAt = addMs(session.now, absolute);
  await queries
    .insertInto('sessions')
    .values({
      session_id: sessionId,
      token_hash: sha256(token),
      user_id: session.userId,
      kind: session.kind,
      remember: session.remember,
      ip: session.ip,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      created_at: session.now,
      last_seen_at: session.now,
      authenticated_at: session.now,
      expires_at: session.endsAt && session.endsAt < expiresAt ? session.endsAt : expiresAt,
      idle_ms: idle,
      return_url: session.returnUrl ?? null,
      mfa_candidate: null,
      impersonator_id: session.impersonation?.by ?? null,
      kept_session_id: session.impersonation?.kept ?? null,
      impersonation_reason: session.impersonation?.reason ?? null,
      impersonation_since: session.impersonation ? session.now : null,
    })
    .execute();
  return { sessionId, token, cookieMaxAgeMs: session.kind === 'full' && session.remember ? absolute : undefined };
}

function spans(lifetimes: Lifetimes, session: NewSession): { absolute: number; idle: number } {
  if (session.kind === 'pending') return { absolute: PENDING_MS, idle: PENDING_MS };
  if (session.impersonation)
    return { absolute: lifetimes.IMPERSONATION_MINUTES * MINUTE, idle: lifetimes.SESSION_IDLE_MINUTES * MINUTE };
  if (session.remember) return { absolute: lifetimes.SESSION_REMEMBER_DAYS * DAY, idle: lifetimes.SESSION_REMEMBER_DAYS * DAY };
  return { absolute: lifetimes.SESSION_HOURS * HOUR, idle: lifetimes.SESSION_IDLE_MINUTES * MINUTE };
}

/** The person proved again who they are. */
export async function renewStepUp(queries: Queries, sessionId: string, now: Date): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ authenticated_at: now, last_seen_at: now })
    .where('session_id', '=', sessionId)
    .execute();
}

/**
 * Gives a session that goes on a new token, at a new proof of identity.
 * @param former the token it had is dead at once; or it serves calls of the same moment that are still on their way, for what
 *   they might do without the proof
 * @returns undefined when the session has ended, or got another token meanwhile
 */
export async function rotateSession(
  queries: Queries,
  session: Pick<SessionFacts, 'sessionId' | 'tokenHash' | 'remember' | 'expiresAt'>,
  now: Date,
  former: 'dead' | 'on its way',
): Promise<OpenedSession | undefined> {
  const token = randomToken();
  const isServed = former === 'on its way';
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set((column) => ({
      token_hash: sha256(token),
      authenticated_at: now,
      last_seen_at: now,
      former_token_hash: isServed ? session.tokenHash : null,
      former_until: isServed ? addMs(now, FORMER_TOKEN_MS) : null,
      former_authenticated_at: isServed ? column.ref('authenticated_at') : null,
    }))
    .where('session_id', '=', session.sessionId)
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const lasts = session.expiresAt.getTime() - now.getTime();
  return { sessionId: session.sessionId, token, cookieMaxAgeMs: session.remember ? lasts : undefined };
}

export async function sessionGoesOn(queries: Queries, sessionId: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** Ends a session; while impersonating, the administrator's own too, which nobody could come back to any more. */
export async function endSession(queries: Queries, sessionId: string): Promise<void> {
  const kept = queries.selectFrom('sessions').select('kept_session_id').where('session_id', '=', sessionId);
  await queries
    .deleteFrom('sessions')
    .where((where) => where.or([where('session_id', '=', sessionId), where('session_id', '=', kept)]))
    .execute();
}

/** Ends all sessions of a user, and those in which the user impersonates somebody. */
export async function endSessionsOf(queries: Queries, userId: string, except?: string): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where((where) => where.or([where('user_id', '=', userId), where('impersonator_id', '=', userId)]))
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except as string))
    .execute();
}

/** Forgets sessions that nobody can come back to. */
export async function forgetEndedSessions(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where((where) => where.or([where('kept_session_id', 'is', null), where.not(inUse(now))]))
    .execute();
}

/** Of a row of `sessions`: it was not left alone for longer than it may be. */
export const inUse = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;
