/** Sessions in the store. The cookie holds a random token, the store only its SHA-256; a new token at every rise in privilege. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import { mayImpersonate } from '../../api/contract/users.policy.ts';
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Principal, SessionFacts } from '../http/principal.ts';
import { randomToken, sha256 } from '../tokens.ts';
import type { Queries, Transaction } from './database.ts';

/** How long a half signed-in person has to bring the code. */
const PENDING_MS = 15 * MINUTE;

/** How long calls may have been on their way when the token of their session changed. */
const FORMER_TOKEN_MS = 10_000;

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

/**
 * Whose session a token is, with the rights of this moment; `anonymous` when it has ended, or when its user (or the
 * administrator behind an impersonation) is disabled or no longer allowed. The token it had until a moment ago finds it too, as
 * it was before the proof of identity that changed it.
 */
export async function findSession(queries: Queries, token: string, now: Date): Promise<Principal> {
  const hash = sha256(token);
  const living = livingSessions(queries, now);
  const row =
    (await living.select('s.authenticated_at').where('s.token_hash', '=', hash).executeTakeFirst()) ??
    (await living
      .select((column) => column.ref('s.former_authenticated_at').$notNull().as('authenticated_at'))
      .where('s.former_token_hash', '=', hash)
      .where('s.former_until', '>', now)
      .executeTakeFirst());
  return row ? principalOf(row, hash) : { kind: 'anonymous' };
}

const livingSessions = (queries: Queries, now: Date) =>
  queries
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .leftJoin('users as i', 'i.user_id', 's.impersonator_id')
    .select([
      's.session_id',
      's.kind',
      's.remember',
      's.created_at',
      's.last_seen_at',
      's.expires_at',
      's.idle_ms',
      's.return_url',
      's.mfa_failures',
      's.mfa_candidate',
      's.impersonation_reason',
      's.impersonation_since',
      'u.user_id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.organisation_id',
      'u.roles',
      's.impersonator_id',
      'i.user_name as i_user_name',
      'i.first_name as i_first_name',
      'i.last_name as i_last_name',
      'i.email as i_email',
      'i.organisation_id as i_organisation_id',
      'i.roles as i_roles',
      'i.enabled as i_enabled',
    ])
    .where('u.enabled', '=', true)
    .where('u.user_name', 'is not', null)
    .where('s.expires_at', '>', now)
    .where(sql<boolean>`s.last_seen_at + s.idle_ms * interval '1 millisecond' > ${now}`);

type SessionRow = Awaited<ReturnType<ReturnType<typeof livingSessions>['executeTakeFirstOrThrow']>> & { authenticated_at: Date };

/** @param tokenHash of the token that was brought */
function principalOf(row: SessionRow, tokenHash: Buffer): Principal {
  const impersonator =
    row.impersonator_id && row.i_enabled
      ? asPerson({
          user_id: row.impersonator_id,
          user_name: row.i_user_name,
          first_name: row.i_first_name ?? '',
          last_name: row.i_last_name ?? '',
          email: row.i_email ?? '',
          organisation_id: row.i_organisation_id ?? '',
          roles: row.i_roles ?? [],
        })
      : null;
  const person = asPerson(row);
  const target = { ...person, enabled: true, registered: true };
  if (row.impersonator_id && !(impersonator && mayImpersonate(impersonator, target) === null)) return { kind: 'anonymous' };
  const session: SessionFacts = {
    sessionId: row.session_id,
    tokenHash,
    remember: row.remember,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    idleMs: row.idle_ms,
    idleUntil: earlier(addMs(row.last_seen_at, row.idle_ms), row.expires_at),
    returnUrl: row.return_url,
    mfaFailures: row.mfa_failures,
    mfaCandidate: row.mfa_candidate,
    impersonation: impersonator && {
      by: impersonator,
      since: row.impersonation_since ?? row.created_at,
      expiresAt: row.expires_at,
      reason: row.impersonation_reason,
    },
  };
  return { kind: row.kind === 'pending' ? 'pending' : 'session', person, session };
}

const earlier = (left: Date, right: Date) => (left < right ? left : right);

export const asPerson = (row: {
  user_id: string;
  user_name: string | null;
  first_name: string;
  last_name: string;
  email: string;
  organisation_id: string;
  roles: string[];
}): Person => ({
  userId: row.user_id,
  userName: row.user_name ?? row.email,
  displayName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  organisationId: row.organisation_id,
  roles: row.roles,
});

/** Notes that a session is in use; at most once a minute, so that reading stays reading. Gives the session as it is then. */
export async function touchSession(queries: Queries, session: SessionFacts, now: Date): Promise<SessionFacts> {
  if (now.getTime() - session.lastSeenAt.getTime() < MINUTE) return session;
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('session_id', '=', session.sessionId).execute();
  return { ...session, lastSeenAt: now, idleUntil: earlier(addMs(now, session.idleMs), session.expiresAt) };
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

/** Holds a session, so that it does not end before this transaction does. @returns false where it has ended */
export async function holdSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
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

/** Forgets sessions that nobody can come back to. */
export async function forgetEndedSessions(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where((where) => where.or([where('kept_session_id', 'is', null), where.not(inUse(now))]))
    .execute();
}

const inUse = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;

/** Ends all sessions of a user, and those in which the user impersonates somebody. */
export async function endSessionsOf(queries: Queries, userId: string, except?: string): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where((where) => where.or([where('user_id', '=', userId), where('impersonator_id', '=', userId)]))
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except as string))
    .execute();
}
