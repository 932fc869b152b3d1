/** Maps requests to the contract. */
import { approvableActions, ApprovalDetail, type ApprovalRequest } from '../../api/contract/approvals.shapes.ts';
import type { Person } from '../../api/contract/person.ts';
import type { RequestRow } from './repository.ts';

export function presentRequest(row: RequestRow, reader: Person, now: Date): ApprovalRequest[] {
  const action = approvableActions.find((name) => name === row.action);
  // The action is unknown if a newer version has stored it.
  if (!action) return [];
  return [
    {
      requestId: row.operation_id,
      action,
      target: row.target,
      targetUser: row.target_user && { userId: row.target_id, ...row.target_user },
      organisationName: row.organisation_name ?? '',
      detail: ApprovalDetail.parse(row.detail),
      before: ApprovalDetail.parse(row.before),
      people: row.people && { ...row.people, names: row.people.users.map(({ userName }) => userName) },
      reason: row.reason,
      requestedBy: row.requester ?? gone,
      requestedAt: row.requested_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state: stateAt(row, now),
      decidedBy: row.decided_by === null ? null : (row.decider ?? gone),
      decidedAt: row.decided_at?.toISOString() ?? null,
      own: row.requested_by === reader.userId,
    },
  ];
}

/** An administrator whose account is gone. */
const gone = { userName: '', displayName: '' };

/** A running operation is shown to the requester as approved: the list of users shows how far it is. */
const shownStates = {
  awaitingApproval: 'open',
  approved: 'approved',
  running: 'approved',
  paused: 'approved',
  cancelled: 'done',
  done: 'done',
  refused: 'refused',
  withdrawn: 'withdrawn',
  expired: 'expired',
} as const satisfies Record<RequestRow['state'], ApprovalRequest['state']>;

const expiringStates: readonly string[] = ['awaitingApproval', 'approved'];

/** A request counts as expired before the job that expires it has run. */
const stateAt = ({ state, expires_at: expiresAt }: RequestRow, now: Date): ApprovalRequest['state'] =>
  expiringStates.includes(state) && expiresAt <= now ? 'expired' : shownStates[state];
