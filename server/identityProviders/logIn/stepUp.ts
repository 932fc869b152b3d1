/** A proof of identity by a new login at the identity provider, for a user who has logged in with it before. */
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import { safeReturnUrl } from '../../../api/contract/returnUrl.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { isSecondFactorOf } from './administrators.ts';
import { decide } from './decision.ts';
import { recordOutcome } from './outcomes.ts';
import { Refused } from './refused.ts';
import type { Answered, SsoRooms, Step } from '../dependencies.ts';

/** Confirms the identity; the token's check (`auth_time`) ensures that the login is a new one. @throws Refused */
export async function confirmIdentity(rooms: SsoRooms, step: Step): Promise<Answered> {
  const { tx, call, attempt, connection, verified } = step;
  const { principal } = call;
  if (principal.kind !== 'session' || principal.session.sessionId !== attempt.session_id) throw new Refused('otherUser');
  const { person, session } = principal;
  const decision = await decide(tx, connection, verified, { findSent: rooms.findSent, now: call.now });
  const isOwn = 'userId' in decision && decision.userId === person.userId;
  if (isOwn && decision.kind === 'askProof') throw new Refused('notProven', {}, person.userId);
  if (session.impersonation || !isOwn || decision.kind !== 'logIn') throw new Refused('otherUser', {}, person.userId);
  const isSecondFactor = await isSecondFactorOf(tx, step, person.userId);
  // An administrator's own second factor is not replaced by the word of a provider.
  const isOwnNeeded = hasAdministrativeRole(person) && session.hasSecondFactor && !isSecondFactor;
  if (isOwnNeeded) throw new Refused('administratorFactor', {}, person.userId);
  const renewed = await rooms.sessions.renew(tx, session, call.now, {
    proven: isSecondFactor ? 'providerFactor' : 'password',
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
