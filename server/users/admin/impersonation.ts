/**
 * Impersonation. The administrator's own session is suspended and resumed at the end; it never becomes the user's, so none of the
 * user's proofs of identity is skipped and none of the administrator's renewed.
 */
import { isAdmin } from '../../../api/contract/person.ts';
import { mayImpersonate } from '../../../api/contract/users.policy.ts';
import { addMs, MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { asTarget } from '../../db/target.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { userActed } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { suspendSession } from '../../session/suspendedSessions.ts';
import { sessionExists } from '../../session/idle.ts';
import type { OpenedSession } from '../../session/sessions.ts';
import { sessionOf, type CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { SessionState } from '../../session/principal.ts';
import type { SessionManager } from '../../http/sessionManager.ts';
import { queueMail } from '../../mail/queue.ts';
import { lockUser } from '../../actions/repository.ts';

type ImpersonateCall = CallOf<'Users.Impersonate'>;

export function impersonation({ config, db }: Context, sessions: SessionManager) {
  /** @returns the session to continue in */
  return function impersonate(call: ImpersonateCall): Promise<OpenedSession> {
    const session = sessionOf(call);
    const { impersonation: current } = session;
    if (!current) return begin(call, session);
    if (!sameName(call.params.userName, current.by.userName)) throw problem('Impersonating');
    return transaction(db, (tx) => stop(tx, call, session));
  };

  async function begin(call: ImpersonateCall, ownSession: SessionState): Promise<OpenedSession> {
    return requireApproved(await transaction(db, (tx) => start(tx, call, ownSession)));
  }

  /** @returns null if another administrator has to approve it */
  async function start(tx: Transaction, call: ImpersonateCall, ownSession: SessionState): Promise<OpenedSession | null> {
    const { person: administrator, now } = call;
    // Before the lookup: callers who may not impersonate must not learn which users exist.
    if (!isAdmin(administrator)) throw problem('Forbidden');
    const access = call.query.access ?? 'act';
    const row = await lockUser(tx, administrator, call.params.userName, now);
    const refused = row ? mayImpersonate(administrator, asTarget(row)) : 'NotFound';
    if (!row || refused) throw problem(refused ?? 'NotFound');
    if (config.IMPERSONATION === 'off') throw problem('ImpersonationOff');
    const acted = userActed(row);
    const approval = await approveOrRequest({ config }, tx, call, {
      ...acted,
      // Impersonating ordinary users is an administrator's daily work, and is in the audit with its reason.
      effects: acted.concerned?.administrator ? ['actsAsUser'] : [],
      detail: { access },
    });
    if (!approval) return null;
    // The approver has agreed to the reason given at the request.
    const reason = approval.reason ?? null;
    if (!(await suspendSession(tx, ownSession, now)))
      throw problem((await sessionExists(tx, ownSession.sessionId)) ? 'Impersonating' : 'SessionRequired');
    const expiresAt = earlier(addMs(now, config.IMPERSONATION_MINUTES * MINUTE), ownSession.expiresAt);
    const opened = await sessions.open(
      tx,
      call.request,
      {
        userId: row.user_id,
        kind: 'full',
        remember: false,
        now,
        endsAt: expiresAt,
        impersonation: { by: administrator.userId, reason, access, suspendedSessionId: ownSession.sessionId },
      },
      null,
    );
    const userName = row.user_name ?? row.email;
    const mailData = { userName, at: now.toISOString(), administrator: administrator.displayName, reason };
    await queueMail(tx, row, access === 'read' ? 'accountViewed' : 'impersonated', mailData, now);
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      target: userName,
      targetUserId: row.user_id,
      organisationId: row.organisation_id,
      details: { event: 'started', access, ...approval, reason, expiresAt: expiresAt.toISOString() },
    });
    return opened;
  }

  async function stop(tx: Transaction, call: ImpersonateCall, session: SessionState): Promise<OpenedSession> {
    const opened = await sessions.resume(tx, session, call.now);
    if (!opened) throw problem('SessionRequired');
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      target: call.person.userName,
      targetUserId: call.person.userId,
      organisationId: call.person.organisationId,
      details: { event: 'ended' },
    });
    return opened;
  }
}

const earlier = (left: Date, right: Date) => (left < right ? left : right);
const sameName = (left: string, right: string) => nameKey(left) === nameKey(right);
