/** Shapes of the requests that wait for another administrator. */
import { z } from 'zod';
import { approvalsCalls } from './approvals.calls.ts';
import { operations } from './endpoint.ts';
import { count, id, time, UserReference } from './shape.ts';

/** The calls that may need another administrator. */
export const approvableActions = [
  'Users.Enable',
  'Users.ResetAuthentication',
  'Users.TakeOwnership',
  'Users.Impersonate',
  'Users.Erase',
  'Users.Patch',
  'Mfa.RecoveryFor',
  'Roles.SetUser',
  'Organisations.SetMfaRequired',
  'Organisations.Update',
] as const;
export type ApprovableAction = (typeof approvableActions)[number];

const approvalStates = ['open', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const;

/** What exactly is asked for: arguments of the call. */
export const ApprovalDetail = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  roles: z.array(z.string()).optional(),
  required: z.boolean().optional(),
  organisationName: z.string().optional(),
  mfaRequired: z.boolean().optional(),
  approved: z.boolean().optional(),
  fourEyes: z.boolean().optional(),
});
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

export const ApprovalRequest = z.object({
  requestId: id,
  action: z.enum(approvableActions),
  /** User name, or name of the organisation. */
  target: z.string(),
  organisationName: z.string(),
  detail: ApprovalDetail,
  reason: z.string(),
  requestedBy: UserReference,
  requestedAt: time,
  /** Of an approved one: until when the requester may use it. */
  expiresAt: time,
  /** `approved`: the requester repeats the call, which is carried out once. */
  state: z.enum(approvalStates),
  decidedBy: UserReference.nullable(),
  decidedAt: time.nullable(),
  own: z.boolean(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

const params = z.strictObject({ requestId: id });

export const approvalsOperations = operations(approvalsCalls, {
  'Approvals.List': {
    summary: 'The open requests that the caller may decide, and the own ones of the last 30 days; newest first',
    reply: z.array(ApprovalRequest),
  },
  'Approvals.Count': {
    summary: 'How many open requests the caller may decide',
    reply: z.object({ open: count }),
  },
  'Approvals.Approve': {
    summary: 'Approve a request of another administrator',
    description:
      'The server carries the call out at once, in the name of the requester, if both are still allowed to and its target is as it was. A recovery code, an impersonation, an erasure and an e-mail address are for the requester instead: within an hour the same call, once, is carried out (state `approved`).',
    params,
    reply: ApprovalRequest,
    problems: ['OwnRequest', 'RequestClosed', 'TargetChanged', 'OwnAccount', 'Conflict', 'LastSystemAdministrator'],
  },
  'Approvals.Refuse': {
    summary: 'Refuse a request of another administrator',
    params,
    reply: ApprovalRequest,
    problems: ['OwnRequest', 'RequestClosed'],
  },
  'Approvals.Withdraw': {
    summary: 'Withdraw a request of one’s own',
    params,
    reply: ApprovalRequest,
    problems: ['RequestClosed'],
  },
});
