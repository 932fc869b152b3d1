/** Maps the requests that wait for another administrator to the contract. */
import { approvableActions, ApprovalDetail, type ApprovalRequest } from '../../api/contract/approvals.shapes.ts';
import type { Person } from '../../api/contract/person.ts';
import type { RequestRow } from './repository.ts';

/** @returns undefined for an action that this version does not know, because a newer one has stored it */
export function presentRequest(row: RequestRow, reader: Person, now: Date): ApprovalRequest | undefined {
  const action = approvableActions.find((name) => name === row.action);
  return (
    action && {
      requestId: row.operation_id,
      action,
      target: row.target,
      targetUser: row.target_user && { userId: row.target_id, ...row.target_user },
      organisationName: row.organisation_name ?? '',
      detail: ApprovalDetail.parse(row.detail),
      before: ApprovalDetail.parse(row.before),
      people: row.people && { ...row.people, names: row.people.users.map(({ userName }) => userName) },
      reason: row.reason,
      requestedBy: row.requester ?? erased,
      requestedAt: row.requested_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state: stateAt(row, now),
      decidedBy: row.decided_by === null ? null : (row.decider ?? erased),
      decidedAt: row.decided_at?.toISOString() ?? null,
      own: row.requested_by === reader.userId,
    }
  );
}

/** An administrator whose account has been erased. */
const erased = { userName: '', displayName: '' };

/** A running operation is shown to the requester as approved: the list of users shows how far it is. */
const shownStates = {
  awaitingApproval: 'open',
  approved: 'approved',
  running: 'approved',
  paused: 'approved',
  cancelled: 'cancelled',
  done: 'done',
  refused: 'refused',
  withdrawn: 'withdrawn',
  expired: 'expired',
} as const satisfies Record<RequestRow['state'], ApprovalRequest['state']>;

const expiringStates: readonly string[] = ['awaitingApproval', 'approved'];

/** A request counts as expired before the job that expires it has run. */
const stateAt = ({ state, expires_at: expiresAt }: RequestRow, now: Date): ApprovalRequest['state'] =>
  expiringStates.includes(state) && expiresAt <= now ? 'expired' : shownStates[state];
