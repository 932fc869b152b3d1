/** A proof of identity by a new log-in at the identity provider, for a user who has logged in with it before. */
import { safeReturnUrl } from '../../../api/contract/returnUrl.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { recordOutcome } from './outcomes.ts';
import { Refused } from './refused.ts';
import type { Answered, SsoRooms, Step } from '../dependencies.ts';

/** Confirms the identity; the token's check (`auth_time`) ensures that the log-in is a new one. @throws Refused */
export async function confirmIdentity(rooms: SsoRooms, step: Step): Promise<Answered> {
  const { tx, call, attempt, connection, verified } = step;
  const { principal } = call;
  if (principal.kind !== 'session' || principal.session.sessionId !== attempt.session_id) throw new Refused('otherUser');
  const { person, session } = principal;
  const identity = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('connection_id', '=', connection.connection_id)
    .where('issuer', '=', verified.issuer)
    .where('subject', '=', verified.subject)
    .executeTakeFirst();
  if (session.impersonation || identity?.user_id !== person.userId) throw new Refused('otherUser', {}, person.userId);
  const renewed = await rooms.sessions.renew(tx, session, call.now, {
    proven: verified.isSecondFactor ? 'secondFactor' : 'password',
    formerToken: 'gracePeriod',
  });
  await appendAuditEvent(tx, call.origin, {
    action: 'Connections.Confirm',
    target: person.userName,
    targetUserId: person.userId,
    details: { connection: connection.name },
  });
  const { connection_id: connectionId } = connection;
  await recordOutcome(tx, { connectionId, at: call.now, purpose: 'stepUp', outcome: 'confirmed', userId: person.userId });
  return {
    location: safeReturnUrl(attempt.return_url) ?? '/SecurityDetails',
    succeeded: true,
    commit: () => {
      if (renewed) rooms.sessions.setCookies(call.reply, renewed);
    },
  };
}
