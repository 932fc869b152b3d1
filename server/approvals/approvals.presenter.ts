/** Maps requests to the contract. */
import { ApprovalDetail, approvableActions, type ApprovalRequest } from '../../api/contract/approvals.ts';
import type { Person } from '../../api/contract/person.ts';
import type { RequestRow } from './approvals.repository.ts';

const isEnding = ['open', 'approved'];

export function presentRequest(row: RequestRow, reader: Person, now: Date): ApprovalRequest[] {
  const action = approvableActions.find((name) => name === row.action);
  // Of a newer version.
  if (!action) return [];
  return [
    {
      requestId: row.request_id,
      action,
      target: row.target,
      organisationName: row.organisation_name ?? '',
      detail: ApprovalDetail.parse(row.detail),
      people: row.people,
      reason: row.reason,
      requestedBy: reference(row.requester_name, row.requester_first_name, row.requester_last_name),
      requestedAt: row.requested_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state: isEnding.includes(row.state) && row.expires_at <= now ? (row.people?.done ? 'done' : 'expired') : row.state,
      decidedBy: row.decided_by === null ? null : reference(row.decider_name, row.decider_first_name, row.decider_last_name),
      decidedAt: row.decided_at?.toISOString() ?? null,
      own: row.requested_by === reader.userId,
    },
  ];
}

const reference = (userName: string | null, firstName: string | null, lastName: string | null) => ({
  userName: userName ?? '',
  displayName: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
});
