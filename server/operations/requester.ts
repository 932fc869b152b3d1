/** In whose name an operation runs: of the session that started it, or, once another administrator has approved it, of the account. */
import { isAdmin, isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { systemOrigin, type AuditOrigin } from '../audit/append.ts';
import type { Transaction } from '../db/database.ts';
import { findSessionById } from '../session/principals.ts';
import type { SessionState } from '../session/principal.ts';
import type { Approval } from './acts.ts';
import { findActivePeople } from './repository.ts';
import type { ClaimedTarget } from './targets.ts';

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

/** With the rights of now, of the requester and of the approver. */
export async function requesterOf(tx: Transaction, operation: ClaimedTarget, now: Date): Promise<Requester> {
  return operation.decided_by === null ? inSession(tx, operation, now) : byApproval(tx, operation, operation.decided_by, now);
}

async function inSession(tx: Transaction, operation: ClaimedTarget, now: Date): Promise<Requester> {
  const found = operation.session_id === null ? undefined : await findSessionById(tx, operation.session_id, now);
  if (found?.kind !== 'session') return { stopped: 'paused', problem: 'SessionRequired' };
  const { person, session } = found;
  if (person.userId !== operation.requested_by || !isAdmin(person)) return { stopped: 'cancelled', problem: 'Forbidden' };
  const { impersonation } = session;
  return {
    person,
    session,
    origin: {
      ...withoutAddress(impersonation?.by ?? person, now),
      onBehalfOf: impersonation ? person.userName : null,
      organisationId: person.organisationId,
    },
    approval: { operation: operation.operation_id },
  };
}

async function byApproval(tx: Transaction, operation: ClaimedTarget, approverId: string, now: Date): Promise<Requester> {
  const people = await findActivePeople(tx, [operation.requested_by, approverId]);
  const [person, approver] = [people.get(operation.requested_by), people.get(approverId)];
  if (!person || !isAdmin(person) || !approver || !mayDecide(approver, operation))
    return { stopped: 'cancelled', problem: 'Forbidden' };
  return {
    person,
    session: null,
    origin: withoutAddress(person, now),
    approval: { request: operation.operation_id, approvedBy: approver.userName, reason: operation.reason },
  };
}

const mayDecide = (approver: Person, operation: Pick<ClaimedTarget, 'organisation_id' | 'system_only'>): boolean =>
  isSystemAdmin(approver) ||
  (!operation.system_only && isAdmin(approver) && approver.organisationId === operation.organisation_id);

/** The event of the start tells from where. */
const withoutAddress = (actor: Person, at: Date): AuditOrigin => ({
  ...systemOrigin(at, actor.organisationId),
  actor: actor.userName,
});
