/**
 * What a page that is loaded anew has to know of acting as somebody else. Where the time for it has run out, the administrator goes on
 * in their own session, which no call of a page does by itself: that page still shows the other person.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import { resumeEndedSession } from '../session/suspendedSessions.ts';
import { findSession } from '../session/principals.ts';
import type { SecurityContext } from './authorize.ts';
import { auditOriginOf } from './auditOrigin.ts';
import type { SessionManager } from './sessionManager.ts';

/** Impersonating; or, since this page load, back in the administrator's own session. */
export type ImpersonationState = 'acting' | 'resumed';

export function impersonationExpiry({ config, db, clock, log }: Context, { cookies }: SecurityContext, sessions: SessionManager) {
  const resume = (request: FastifyRequest, reply: FastifyReply, token: string): Promise<ImpersonationState | undefined> =>
    transaction(db, async (tx) => {
      const now = clock.now();
      const opened = await resumeEndedSession(tx, token, now);
      if (!opened) return undefined;
      const own = await findSession(tx, opened.token, now);
      if (own.kind !== 'session') return undefined;
      const { userName, userId, organisationId } = own.person;
      await appendAuditEvent(tx, auditOriginOf(request, own, now), {
        action: 'Users.Impersonate',
        target: userName,
        targetUserId: userId,
        organisationId,
        details: { event: 'ended', by: 'time' },
      });
      sessions.setCookies(reply, opened);
      return 'resumed';
    });

  /** A store that can't be reached keeps nobody from the page. */
  return async function standingOf(request: FastifyRequest, reply: FastifyReply): Promise<ImpersonationState | undefined> {
    const token = cookies.session(request);
    if (token === undefined) return undefined;
    try {
      const principal = await findSession(db, token, clock.now());
      if (principal.kind === 'anonymous') return await resume(request, reply, token);
      const acts = principal.kind === 'session' && principal.session.impersonation && config.IMPERSONATION === 'on';
      return acts ? 'acting' : undefined;
    } catch (error) {
      log.warn(error, 'A page was sent without knowing whose it is');
      return undefined;
    }
  };
}
