/** Shapes of a user, for administrators and for the user. */
import { z } from 'zod';
import { connectionKinds } from './identityProviders.states.ts';
import { connectionProblems } from './identityProviders.problems.ts';
import { OrganisationReference } from './organisations.ts';
import { impersonationAccesses } from './session.policy.ts';
import { count, id, time, UserReference } from './shape.ts';

export const InviteState = z.enum(['Invited', 'InviteExpired']);
export const FontSize = z.enum(['default', 'compact']);

/** Path of the operations on one user. */
export const byUserName = z.strictObject({ userName: z.string().min(1).max(320) });

/** The parts of a user's login that an administrator can reset. */
export const resetTypes = ['Password', 'Mfa', 'Passkeys', 'All'] as const;

export const UserSummary = z.object({
  userId: id,
  /** The name of an invited user is the invited address until they choose one. */
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  organisation: OrganisationReference,
  enabled: z.boolean(),
  approved: z.boolean(),
  /** The end of the lockout, if it is in the future; else null. */
  lockedUntil: time.nullable(),
  inviteState: InviteState.nullable(),
  inviteExpiresAt: time.nullable(),
  /** Whether the authenticator app is set up. */
  mfaEnabled: z.boolean(),
  /** Whether the user has a passkey, which counts as a second factor too. */
  hasPasskey: z.boolean(),
  mfaRequired: z.boolean(),
  roles: z.array(z.string()),
  loggedIn: z.boolean(),
  lastLoginAt: time.nullable(),
  createdAt: time,
  owner: UserReference.nullable(),
  /** The organisation’s directory (`SCIM`), whose fields nobody else changes, or the source of a list; null: nobody. */
  managedBy: z.string().nullable(),
  clearLife: z.boolean(),
});
export type UserSummary = z.infer<typeof UserSummary>;

/** Security alerts cannot be switched off. */
export const EmailPreferences = z.strictObject({
  securityAlerts: z.literal(true),
  auditDigest: z.boolean(),
  productNews: z.boolean(),
});
export type EmailPreferences = z.infer<typeof EmailPreferences>;

export const UserDetail = UserSummary.extend({
  emailPreferences: EmailPreferences,
  uiFontSize: FontSize,
  failedSignIns: count,
  recoveryCodesLeft: count,
  invitedBy: z.string().nullable(),
  /** An address waiting to be confirmed, or null. */
  pendingEmail: z.string().nullable(),
  /** Clients send the version back with a change (optimistic locking); an outdated one gives 409. */
  version: count,
});
export type UserDetail = z.infer<typeof UserDetail>;

export const Self = z.object({
  userId: id,
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  organisation: OrganisationReference,
  /** Whether it is the house organisation, the operator's own. */
  clearLife: z.boolean(),
  roles: z.array(z.string()),
  mfaEnabled: z.boolean(),
  mfaRequired: z.boolean(),
  /** Whether an administrator chose the password: until it is changed, other changes are refused. */
  passwordChangeRequired: z.boolean(),
  uiFontSize: FontSize,
  authenticatedAt: time,
  sessionExpiresAt: time,
  impersonatedBy: UserReference.extend({
    since: time,
    expiresAt: time,
    reason: z.string().nullable(),
    access: z.enum(impersonationAccesses),
  }).nullable(),
});
export type Self = z.infer<typeof Self>;

/** A reason that keeps a user from logging in. */
export const Cause = z.object({
  code: z.enum([
    'Disabled',
    'DisabledByDirectory',
    'Locked',
    'Invited',
    'InviteExpired',
    'NotApproved',
    'MfaEnrolmentOutstanding',
    'PasswordNotSet',
    'ProviderRequired',
    'ProviderDisabled',
    'ProviderNotLinked',
    'ProviderAdministrator',
    'DomainUnproven',
    'DomainFrozen',
    'DomainContested',
    'ProviderRefused',
  ]),
  /** False: the user can log in all the same. */
  keepsOut: z.boolean(),
  since: time.nullable(),
  until: time.nullable(),
  /** The organisation of the directory or the identity provider that is the cause. */
  organisation: z.string().nullable(),
  /** The identity provider of the organisation; `problem` is why it was refused. */
  provider: z
    .object({ name: z.string(), kind: z.enum(connectionKinds), problem: z.enum(connectionProblems).nullable() })
    .nullable(),
  remedy: z
    .enum(['enable', 'unlock', 'resendInvite', 'approveOrganisation', 'openProvider', 'resetMfa', 'resetPassword'])
    .nullable(),
});
