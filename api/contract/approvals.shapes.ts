/** Shapes of the requests that wait for another administrator. */
import { z } from 'zod';
import { operationKinds } from './actions.ts';
import { adoptionNames } from './directories.shapes.ts';
import { count, id, time, UserReference } from './shape.ts';
import { settingNames } from './systemSettings.registry.ts';
import { settingValue } from './systemSettings.ts';
import { connectionVendors, mfaTrusts } from './identityProviders.states.ts';

/**
 * Calls that their requester repeats once they are approved, because the reply (a session, a code, a key) must reach the requester. The
 * server carries out the others at once.
 */
export const repeatedActions = ['Users.Impersonate', 'Users.Erase', 'Mfa.RecoveryFor', 'Provisioning.NewKey'] as const;

/** Calls that may need another administrator's approval. */
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
  'Settings.Update',
  'Operations.Start',
  'Imports.Undo',
] as const;

export type ApprovableAction = (typeof approvableActions)[number];

const approvalStates = ['open', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'cancelled'] as const;

/** The details of what is asked for: everything that the call sends but its target. */
export const ApprovalDetail = z.object({
  /** The act of an operation on many users. */
  kind: z.enum(operationKinds).optional(),
  /** The role that an operation on many users gives or takes. */
  roleName: z.string().optional(),
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
  /** Name of the organisation in which a user is created or to which a user is moved. */
  organisation: z.string().optional(),
  /** Calls that an API key may make, its end, and the addresses that it may be used from. */
  claims: z.array(z.string()).optional(),
  expiresAt: z.string().optional(),
  sourceAddresses: z.array(z.string()).optional(),
  /** Users who are exempted from MFA. */
  userNames: z.array(z.string()).optional(),
  required: z.boolean().optional(),
  /** Display name of the account's owner; present in `before` only. */
  owner: z.string().optional(),
  /** The new name of an organisation. */
  organisationName: z.string().optional(),
  mfaRequired: z.boolean().optional(),
  approved: z.boolean().optional(),
  fourEyes: z.boolean().optional(),
  /** Name of the directory's API key. */
  keyName: z.string().optional(),
  /** Name of the directory's group whose roles are set. */
  group: z.string().optional(),
  /** Name of the identity provider. */
  connection: z.string().optional(),
  issuer: z.string().optional(),
  /** These, up to `groupsClaim`, say which identity provider it is, and what it is trusted with. */
  vendor: z.enum(connectionVendors).optional(),
  clientId: z.string().optional(),
  mfaTrust: z.enum(mfaTrusts).optional(),
  mfaValues: z.array(z.string()).optional(),
  administratorMfa: z.boolean().optional(),
  createsUsers: z.boolean().optional(),
  matchesDirectory: z.boolean().optional(),
  groupsClaim: z.string().optional(),
  /** The provider's new metadata: its address, the address to which browsers are sent, and each certificate with its end. */
  metadataUrl: z.string().optional(),
  ssoUrl: z.string().optional(),
  certificates: z.array(z.string()).optional(),
  /** Whether the account is kept for emergencies. */
  kept: z.boolean().optional(),
  /** The field by which the directory knows existing users. */
  knownBy: z.enum(adoptionNames).optional(),
  /** The setting of the installation, with its present and its new value; null: the default. */
  setting: z.enum(settingNames).optional(),
  from: settingValue.optional(),
  to: settingValue.optional(),
});

export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

export const ApprovalRequest = z.object({
  requestId: id,
  action: z.enum(approvableActions),
  /** User name, or name of the organisation; empty for an operation on many users. */
  target: z.string(),
  /** The target, if it is a user who exists. */
  targetUser: UserReference.extend({ userId: id }).nullable(),
  organisationName: z.string(),
  detail: ApprovalDetail,
  /** The same details as they were when it was requested. An act whose target has changed since is not carried out. */
  before: ApprovalDetail,
  /** Users of an operation on many: the first ones, administrators before others, and for how many users it is done; `names` are user names. */
  people: z.object({ names: z.array(z.string()), users: z.array(UserReference), count, done: count }).nullable(),
  reason: z.string(),
  requestedBy: UserReference,
  requestedAt: time,
  /** The time until which the request can be decided, or, once it is approved, be used by the requester. */
  expiresAt: time,
  /**
   * `approved`: the requester repeats the call, which is carried out once. `cancelled`: an approved operation on many users ended
   * before it was done for all of them.
   */
  state: z.enum(approvalStates),
  decidedBy: UserReference.nullable(),
  decidedAt: time.nullable(),
  own: z.boolean(),
});

export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
