/**
 * The requester of an operation: the user of the session that started it, or, where another administrator has approved it, the account,
 * whether or not it has a session.
 */
import { isAdmin, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { systemOrigin, type AuditOrigin } from '../audit/append.ts';
import type { Transaction } from '../db/database.ts';
import { findSessionById } from '../session/principals.ts';
import type { SessionState } from '../session/principal.ts';
import { mayDecide, type Approval } from './acts.ts';
import { findActivePeople } from './repository.ts';
import type { ClaimedTarget } from '../bulk/targets.ts';

export type Requester =
  | {
      readonly person: Person;
      /** Null once approved. */
      readonly session: SessionState | null;
      readonly origin: AuditOrigin;
      readonly approval: Approval;
    }
  /** `paused`: may be resumed in another session. */
  | { readonly stopped: 'paused' | 'cancelled'; readonly problem: ProblemCode };

/** Finds the requester with the present rights of requester and approver. */
export const requesterOf = (tx: Transaction, claimed: ClaimedTarget, now: Date): Promise<Requester> =>
  claimed.session_id === null ? byApproval(tx, claimed, now) : inSession(tx, claimed, claimed.session_id, now);

async function inSession(tx: Transaction, claimed: ClaimedTarget, sessionId: string, now: Date): Promise<Requester> {
  const found = await findSessionById(tx, sessionId, now);
  if (found.kind !== 'session') return { stopped: 'paused', problem: 'SessionRequired' };
  const { person, session } = found;
  if (person.userId !== claimed.requested_by || !isAdmin(person)) return { stopped: 'cancelled', problem: 'Forbidden' };
  const { impersonation } = session;
  return {
    person,
    session,
    origin: {
      ...withoutAddress(impersonation?.by ?? person, now),
      onBehalfOf: impersonation ? person.userName : null,
      organisationId: person.organisationId,
    },
    approval: { operation: claimed.operation_id },
  };
}

async function byApproval(tx: Transaction, claimed: ClaimedTarget, now: Date): Promise<Requester> {
  const { requested_by: requesterId, decided_by: approverId } = claimed;
  const people = await findActivePeople(
    tx,
    [requesterId, approverId].filter((userId) => userId !== null),
  );
  const [person, approver] = [people.get(requesterId), people.get(approverId ?? '')];
  if (!person || !isAdmin(person) || !approver || !mayDecide(approver, claimed))
    return { stopped: 'cancelled', problem: 'Forbidden' };
  return {
    person,
    session: null,
    origin: withoutAddress(person, now),
    approval: {
      operation: claimed.operation_id,
      request: claimed.operation_id,
      approvedBy: approver.userName,
      reason: claimed.reason,
    },
  };
}

/** Only the event of the start has the requester's IP address. */
const withoutAddress = (actor: Person, at: Date): AuditOrigin => ({
  ...systemOrigin(at, actor.organisationId),
  actor: actor.userName,
});
