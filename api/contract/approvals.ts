/** Operations of the requests that wait for another administrator. API keys cannot decide, as they are no second person. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { count, id } from './shape.ts';
import { ApprovalRequest } from './approvals.shapes.ts';

const params = z.strictObject({ requestId: id });

export const approvalsOperations = operations({
  'Approvals.List': {
    method: 'GET',
    path: '/Approvals',
    who: 'subscriberAdmin',
    summary:
      'The open requests that the caller may decide, and those of the last 30 days that the caller has made or decided; newest first',
    reply: z.array(ApprovalRequest),
  },
  'Approvals.Count': {
    method: 'GET',
    path: '/Approvals/Count',
    who: 'subscriberAdmin',
    summary: 'How many requests wait for the caller, and whether two administrators are needed anywhere in the caller’s reach',
    reply: z.object({
      /** Open requests that the caller may decide. */
      open: count,
      /** Own requests that another administrator has approved, for the caller to do now. */
      ready: count,
      /** Own requests that are open. */
      asked: count,
      /** Whether every organisation needs two administrators, by FOUR_EYES, or some in reach by their own rule. */
      rule: z.enum(['everywhere', 'some', 'none']),
    }),
  },
  'Approvals.Approve': {
    method: 'POST',
    path: '/Approvals/{requestId}/Approve',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'Approve a request of another administrator',
    description:
      'The server carries the call out at once, in the name of the requester, if both are still allowed to and its target is as it was. A recovery code, an impersonation, an erasure and a key of a directory are for the requester instead: within an hour the same call, once, is carried out (state `approved`). An operation on many users begins to run (also `approved`). The approver has to be independent of the requester, else the reply is `NotIndependent`. An administrator who has made, invited, promoted, enabled or moved an account, or got a way into it, and the user of that account do not approve for each other for 30 days, and neither do two users whose accounts have such an administrator in common.',
    params,
    reply: ApprovalRequest,
    problems: [
      'OwnRequest',
      'NotIndependent',
      'RequestClosed',
      'TargetChanged',
      'OwnAccount',
      'Conflict',
      'LastAdministrator',
      'LastSystemAdministrator',
      'RequirementsMissing',
    ],
  },
  'Approvals.Refuse': {
    method: 'POST',
    path: '/Approvals/{requestId}/Refuse',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Refuse a request of another administrator',
    params,
    reply: ApprovalRequest,
    problems: ['OwnRequest', 'RequestClosed'],
  },
  'Approvals.Withdraw': {
    method: 'POST',
    path: '/Approvals/{requestId}/Withdraw',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Withdraw a request of one’s own',
    params,
    reply: ApprovalRequest,
    problems: ['RequestClosed'],
  },
});

export const approvalsCalls = callsOf(approvalsOperations);
