/** Opens sessions. Only the token's SHA-256 is stored; each rise in privilege gets a new token. */
import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { isAdmin } from '../../api/contract/person.ts';
import type { ImpersonationAccess } from '../../api/contract/session.policy.ts';
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { endSession, endSessionsWhere, type Lifetime, type Lifetimes } from '../accounts/sessions.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Queries } from '../db/database.ts';

/** Time to enter the MFA code after the password. */
const PENDING_MS = 15 * MINUTE;

type LifetimeConfig = Pick<
  Config,
  | 'SESSION_IDLE_MINUTES'
  | 'SESSION_HOURS'
  | 'SESSION_REMEMBER_DAYS'
  | 'IMPERSONATION_MINUTES'
  | 'LIMIT_SESSIONS_PER_USER'
  | 'ADMIN_REMEMBER'
>;

export interface NewSession {
  userId: string;
  kind: 'full' | 'pending';
  remember: boolean;
  ip: string | null;
  userAgent: string | null;
  now: Date;
  returnUrl?: string | null;
  /** How the user proved who they are, as values of `amr` (RFC 8176). */
  methods?: readonly string[];
  /** `suspendedSessionId`: the administrator's own suspended session, which ends together with this one. */
  impersonation?: { by: string; reason: string | null; access: ImpersonationAccess; suspendedSessionId: string };
  /** The passkey that was used. */
  passkeyId?: string | undefined;
  /** Upper limit of the end, whatever the kind. */
  endsAt?: Date;
  /** The session that this one replaces; logins of the same user to applications go on in the new session. */
  replaces?: string | undefined;
}

export interface OpenedSession {
  sessionId: string;
  token: string;
  /** Max-Age of the cookie; undefined for a cookie that ends with the browser. */
  cookieMaxAgeMs: number | undefined;
}

export async function openSession(queries: Queries, lifetimes: LifetimeConfig, session: NewSession): Promise<OpenedSession> {
  const token = randomToken();
  const sessionId = randomUUID();
  const remember = session.remember && (await mayBeRemembered(queries, lifetimes, session));
  const { absoluteMs, idleMs } = lifetimeOf(lifetimes, { ...session, remember });
  const expiresAt = addMs(session.now, absoluteMs);
  await queries
    .insertInto('sessions')
    .values({
      session_id: sessionId,
      token_hash: sha256(token),
      user_id: session.userId,
      kind: session.kind,
      remember,
      ip: session.ip,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      created_at: session.now,
      last_seen_at: session.now,
      authenticated_at: session.now,
      expires_at: session.endsAt && session.endsAt < expiresAt ? session.endsAt : expiresAt,
      idle_ms: idleMs,
      return_url: session.returnUrl ?? null,
      methods: [...(session.methods ?? [])],
      mfa_candidate: null,
      passkey_id: session.passkeyId ?? null,
      impersonator_id: session.impersonation?.by ?? null,
      kept_session_id: session.impersonation?.suspendedSessionId ?? null,
      impersonation_reason: session.impersonation?.reason ?? null,
      impersonation_since: session.impersonation ? session.now : null,
      impersonation_access: session.impersonation?.access ?? 'act',
    })
    .execute();
  if (session.replaces !== undefined) await replaceSession(queries, session.replaces, { sessionId, userId: session.userId });
  if (!session.impersonation) await endOldest(queries, session.userId, sessionId, lifetimes.LIMIT_SESSIONS_PER_USER);
  return { sessionId, token, cookieMaxAgeMs: session.kind === 'full' && remember ? absoluteMs : undefined };
}

/**
 * A user who logs in again in the same browser stays logged in to the applications entered before. While the second step of that
 * login is outstanding, this is in the pending session, which ends soon. The same holds for the identity provider that may end the
 * login.
 */
async function replaceSession(
  queries: Queries,
  former: string,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  const impersonation = queries
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', former)
    .where('impersonator_id', 'is not', null);
  await queries
    .updateTable('oidc_grants')
    .set({ session_id: sessionId })
    .where('session_id', '=', former)
    .where('user_id', '=', userId)
    .where('session_id', 'not in', impersonation)
    .execute();
  await queries
    .updateTable('upstream_sessions')
    .set({ session_id: sessionId })
    .where(
      'session_id',
      'in',
      queries.selectFrom('sessions').select('session_id').where('session_id', '=', former).where('user_id', '=', userId),
    )
    .execute();
  await endSession(queries, former);
}

/** Administrators are not remembered. A pending session keeps the choice, which is checked when it becomes a full one. */
async function mayBeRemembered(
  queries: Queries,
  { ADMIN_REMEMBER }: LifetimeConfig,
  { kind, userId }: NewSession,
): Promise<boolean> {
  if (kind === 'pending' || ADMIN_REMEMBER === 'on') return true;
  const row = await queries.selectFrom('users').select('roles').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined && !isAdmin(row);
}

/** Ends the longest unused sessions of a user beyond the limit. Impersonations of the user don't count. */
async function endOldest(queries: Queries, userId: string, newest: string, limit: number): Promise<void> {
  const beyond = queries
    .selectFrom('sessions')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('impersonator_id', 'is', null)
    .orderBy(sql`session_id = ${newest}`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(limit);
  await endSessionsWhere(queries, sql<SqlBool>`session_id IN (${beyond})`);
}

export const lifetimeOf = (
  config: LifetimeConfig,
  session: Pick<NewSession, 'kind' | 'remember'> & { impersonation?: unknown },
): Lifetime => {
  if (session.kind === 'pending') return { absoluteMs: PENDING_MS, idleMs: PENDING_MS };
  const { remembered, impersonating, others } = lifetimesIn(config);
  return session.impersonation ? impersonating : session.remember ? remembered : others;
};

/** Lifetimes of full sessions in a configuration. */
export function lifetimesIn(config: Omit<LifetimeConfig, 'LIMIT_SESSIONS_PER_USER' | 'ADMIN_REMEMBER'>): Lifetimes {
  const idleMs = config.SESSION_IDLE_MINUTES * MINUTE;
  const rememberedMs = config.SESSION_REMEMBER_DAYS * DAY;
  return {
    remembered: { absoluteMs: rememberedMs, idleMs: rememberedMs },
    impersonating: { absoluteMs: config.IMPERSONATION_MINUTES * MINUTE, idleMs },
    others: { absoluteMs: config.SESSION_HOURS * HOUR, idleMs },
  };
}
