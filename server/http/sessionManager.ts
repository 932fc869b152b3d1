/** Opens and ends sessions for other modules: rows in their transaction, cookies after the commit. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { resumeSession } from '../session/suspendedSessions.ts';
import { sessionExists } from '../session/idle.ts';
import { openSession, type NewSession, type OpenedSession } from '../session/sessions.ts';
import { rotateSession, type Rotation } from '../session/sessions.renew.ts';
import type { SecurityContext } from './authorize.ts';
import { problem } from './problem.ts';
import type { SessionState } from '../session/principal.ts';

type SessionOptions = Pick<
  NewSession,
  'userId' | 'kind' | 'remember' | 'now' | 'returnUrl' | 'methods' | 'impersonation' | 'endsAt' | 'passkeyId'
>;

export interface SessionManager {
  /** Opens a session under a new token and ends `replaces`, whose logins to applications go on if the user is the same. Never reuses a token sent by the client (session fixation). */
  open(tx: Transaction, request: FastifyRequest, opening: SessionOptions, replaces: SessionState | null): Promise<OpenedSession>;
  /**
   * Rotates the token of a session, as after a new proof of identity; undefined if a concurrent call rotated it and sets the
   * cookie.
   * @throws SessionRequired when the session has ended meanwhile
   */
  renew(tx: Transaction, session: SessionState, now: Date, rotation: Rotation): Promise<OpenedSession | undefined>;
  /** Ends an impersonation and resumes the administrator's own session under a new token; undefined if that has ended. */
  resume(tx: Transaction, session: SessionState, now: Date): Promise<OpenedSession | undefined>;
  /** Call it after the transaction has committed. */
  setCookies(reply: FastifyReply, opened: OpenedSession): void;
  clearCookies(reply: FastifyReply): void;
}

export function sessionManager({ config }: Context, { cookies, antiForgery }: SecurityContext): SessionManager {
  return {
    open: (tx, request, opening, replaces) =>
      openSession(tx, config, {
        ...opening,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        replaces: replaces?.sessionId,
      }),
    async renew(tx, session, now, rotation) {
      const renewed = await rotateSession(tx, session, now, rotation);
      if (!renewed && !(await sessionExists(tx, session.sessionId))) throw problem('SessionRequired');
      return renewed;
    },
    resume: (tx, session, now) => resumeSession(tx, session.sessionId, now),
    setCookies(reply, opened) {
      cookies.setSession(reply, opened.token, opened.cookieMaxAgeMs);
      antiForgery.setCookie(reply, opened.token);
    },
    clearCookies(reply) {
      cookies.clearSession(reply);
      antiForgery.setCookie(reply, undefined);
    },
  };
}
