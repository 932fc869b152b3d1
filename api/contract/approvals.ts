/** Shapes of the requests that wait for another administrator. */
import { z } from 'zod';
import { approvalsCalls } from './approvals.calls.ts';
import { operations } from './endpoint.ts';
import { operationKinds } from './operations.calls.ts';
import { adoptionNames } from './provisioning.calls.ts';
import { count, id, time, UserReference } from './shape.ts';

/** The calls that may need another administrator. */
export const approvableActions = [
  'Users.Enable',
  'Users.ResetAuthentication',
  'Users.TakeOwnership',
  'Users.Impersonate',
  'Users.Erase',
  'Users.Patch',
  'Users.Create',
  'Invite.CreateUser',
  'ApiKey.CreateClaims',
  'Mfa.Require',
  'Mfa.OrganizationDefaultReset',
  'Mfa.RecoveryFor',
  'Roles.SetUser',
  'Organisations.SetMfaRequired',
  'Organisations.Update',
  'Provisioning.NewKey',
  'Provisioning.MapGroup',
  'Provisioning.Adopt',
  'Connections.Enable',
  'Connections.ReplaceMetadata',
  'Connections.SetRequired',
  'Connections.SetBreakGlass',
  'Operations.Start',
] as const;
export type ApprovableAction = (typeof approvableActions)[number];

const approvalStates = ['open', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const;

/** What exactly is asked for: everything that the call sends but its target. */
export const ApprovalDetail = z.object({
  /** Of an operation on many users: what is done to each. */
  kind: z.enum(operationKinds).optional(),
  enabled: z.boolean().optional(),
  type: z.string().optional(),
  access: z.string().optional(),
  userName: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  title: z.string().nullable().optional(),
  roles: z.array(z.string()).optional(),
  organisationPublicId: z.string().optional(),
  /** Of the organisation where a user is made or moved to. */
  organisation: z.string().optional(),
  /** Names of calls that a key may make, its end, and the addresses that it may be used from. */
  claims: z.array(z.string()).optional(),
  expiresAt: z.string().optional(),
  sourceAddresses: z.array(z.string()).optional(),
  /** Users who are exempted from MFA. */
  userNames: z.array(z.string()).optional(),
  required: z.boolean().optional(),
  organisationName: z.string().optional(),
  mfaRequired: z.boolean().optional(),
  approved: z.boolean().optional(),
  fourEyes: z.boolean().optional(),
  /** Of the key of a directory. */
  keyName: z.string().optional(),
  /** Of the directory's group whose roles are set. */
  group: z.string().optional(),
  /** Of the identity provider. */
  connection: z.string().optional(),
  issuer: z.string().optional(),
  /** Of its new metadata: the address of it, where the browser is sent, and each certificate with its end. */
  metadataUrl: z.string().optional(),
  ssoUrl: z.string().optional(),
  certificates: z.array(z.string()).optional(),
  /** For emergencies. */
  kept: z.boolean().optional(),
  /** What the directory knows existing users by. */
  knownBy: z.enum(adoptionNames).optional(),
});
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

export const ApprovalRequest = z.object({
  requestId: id,
  action: z.enum(approvableActions),
  /** User name, or name of the organisation; empty for an operation on many users. */
  target: z.string(),
  organisationName: z.string(),
  detail: ApprovalDetail,
  /** Of an operation on many users: the first names, administrators before others, and how many it was done to. */
  people: z.object({ names: z.array(z.string()), count, done: count }).nullable(),
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
    effects: [],
    summary: 'Approve a request of another administrator',
    description:
      'The server carries the call out at once, in the name of the requester, if both are still allowed to and its target is as it was. A recovery code, an impersonation and an erasure are for the requester instead: within an hour the same call, once, is carried out (state `approved`). An operation on many users begins to run (also `approved`). Nobody approves for whoever has made, invited, promoted, enabled or moved their account, or got a way into it, within 30 days, nor the other way round, nor where a third did so with both.',
    params,
    reply: ApprovalRequest,
    problems: [
      'OwnRequest',
      'NotIndependent',
      'RequestClosed',
      'TargetChanged',
      'OwnAccount',
      'Conflict',
      'LastSystemAdministrator',
    ],
  },
  'Approvals.Refuse': {
    effects: [],
    summary: 'Refuse a request of another administrator',
    params,
    reply: ApprovalRequest,
    problems: ['OwnRequest', 'RequestClosed'],
  },
  'Approvals.Withdraw': {
    effects: [],
    summary: 'Withdraw a request of one’s own',
    params,
    reply: ApprovalRequest,
    problems: ['RequestClosed'],
  },
});
