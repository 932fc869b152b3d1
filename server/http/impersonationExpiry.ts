/**
 * The impersonation state of a page load. If an impersonation has timed out, the administrator's own session is resumed here and
 * not by an API call, because a page already loaded still shows the other user.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { resumeEndedSession } from '../session/suspendedSessions.ts';
import { findSession } from '../session/principals.ts';
import { findCookieSession } from './authenticate.ts';
import type { SecurityContext } from './authorize.ts';
import { auditOriginOf } from './auditOrigin.ts';
import type { SessionManager } from './sessionManager.ts';

/** `acting`: impersonating. `resumed`: back in the administrator's own session since this page load. */
export type ImpersonationState = 'acting' | 'resumed';

export function impersonationExpiry({ config, db, clock, log }: Context, { cookies }: SecurityContext, sessions: SessionManager) {
  const resume = (request: FastifyRequest, reply: FastifyReply, token: string): Promise<ImpersonationState | undefined> =>
    transaction(db, async (tx) => {
      const now = clock.now();
      const opened = await resumeEndedSession(tx, token, now);
      if (!opened) return undefined;
      const administrator = await findSession(tx, opened.token, now);
      if (administrator.kind !== 'session') return undefined;
      const { userName, userId, organisationId } = administrator.person;
      await appendAuditEvent(tx, auditOriginOf(request, administrator, now), {
        action: 'Users.Impersonate',
        target: userName,
        targetUserId: userId,
        organisationId,
        details: { event: 'ended', by: 'time' },
      });
      sessions.setCookies(reply, opened);
      return 'resumed';
    });

  /** If the database is unavailable, the page is served without the state. */
  return async function impersonationStateOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ImpersonationState | undefined> {
    if (cookies.session(request) === undefined) return undefined;
    try {
      const principal = await findCookieSession(db, cookies, request, clock.now());
      const token = cookies.session(request);
      if (token === undefined) return undefined;
      if (principal.kind === 'anonymous') return await resume(request, reply, token);
      const isImpersonating = principal.kind === 'session' && principal.session.impersonation && config.IMPERSONATION === 'on';
      return isImpersonating ? 'acting' : undefined;
    } catch (error) {
      log.warn({ err: error, requestId: request.id }, 'A page was sent without knowing whose it is');
      return undefined;
    }
  };
}
