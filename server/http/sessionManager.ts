/** Opens and closes sessions for the rooms that may: the store's side in their transaction, the cookies after it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { resumeSession } from '../session/suspendedSessions.ts';
import {
  endSession,
  openSession,
  rotateSession,
  sessionGoesOn,
  type NewSession,
  type OpenedSession,
} from '../session/sessions.ts';
import type { SecurityContext } from './authorize.ts';
import { problem } from './problem.ts';
import type { SessionFacts } from '../session/principal.ts';

type Opening = Pick<NewSession, 'userId' | 'kind' | 'remember' | 'now' | 'returnUrl' | 'impersonation' | 'endsAt'>;

export interface SessionManager {
  /** A new session under a new token; the one it replaces ends. Never adopts a token that a client brought. */
  open(tx: Transaction, request: FastifyRequest, opening: Opening, replaces: SessionFacts | null): Promise<OpenedSession>;
  /**
   * The same session under a new token, at a new proof of identity; undefined when another call of the same moment did so, and
   * brings the browser its cookie. @throws SessionRequired when the session has ended meanwhile
   */
  renew(tx: Transaction, session: SessionFacts, now: Date, former: 'dead' | 'on its way'): Promise<OpenedSession | undefined>;
  /** Back from an impersonation to the session kept aside for it, under a new token; undefined where that has ended. */
  resume(tx: Transaction, session: SessionFacts, now: Date): Promise<OpenedSession | undefined>;
  /** Gives the browser its cookies; call it when the transaction has committed. */
  setCookies(reply: FastifyReply, opened: OpenedSession): void;
  /** Takes the session's cookies away. */
  clearCookies(reply: FastifyReply): void;
}

export function sessionManager({ config }: Context, { cookies, antiForgery }: SecurityContext): SessionManager {
  return {
    async open(tx, request, opening, replaces) {
      if (replaces) await endSession(tx, replaces.sessionId);
      return openSession(tx, config, { ...opening, ip: request.ip, userAgent: request.headers['user-agent'] ?? null });
    },
    async renew(tx, session, now, former) {
      const renewed = await rotateSession(tx, session, now, former);
      if (!renewed && !(await sessionGoesOn(tx, session.sessionId))) throw problem('SessionRequired');
      return renewed;
    },
    resume: (tx, session, now) => resumeSession(tx, session.sessionId, now),
    setCookies(reply, opened) {
      cookies.setSession(reply, opened.token, opened.cookieMaxAgeMs);
      antiForgery.renew(reply, opened.token);
    },
    clearCookies(reply) {
      cookies.clearSession(reply);
      antiForgery.renew(reply, undefined);
    },
  };
}
