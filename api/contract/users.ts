/** Shapes of user administration. */
import { z } from 'zod';
import { reasonQuery } from './reason.ts';
import { MAX_REQUEST_MS, operations } from './endpoint.ts';
import { email } from './rules/email.ts';
import { personNameRules } from './rules/personName.ts';
import { title } from './rules/title.ts';
import { newUserNameRules } from './rules/userName.ts';
import { impersonationAccesses } from './session.policy.ts';
import { claimed, count, id, linkToken, text } from './shape.ts';
import { accessShapes } from './users.access.ts';
import { usersCalls } from './users.calls.ts';
import { listShapes } from './users.lists.ts';
import { byUserName, Cause, resetTypes, Self, UserDetail } from './users.shapes.ts';
import { syncShapes } from './users.sync.ts';

export const usersOperations = operations(usersCalls, {
  ...listShapes,
  ...accessShapes,
  'Users.Self': { summary: 'The own profile and session', reply: Self },
  'Users.User': {
    summary: 'A user in full',
    params: byUserName,
    reply: UserDetail,
    problems: ['PersonalDataLimit'],
  },
  'Users.Patch': {
    effects: ['takesOverAccount', 'givesAdministration', 'endsAccess'],
    summary: 'Change a user; oneself: names and title only',
    description:
      'Needs the `version` that was read; a stale one gives 409. A changed e-mail holds once it is confirmed from the mail sent to the new address; the old one gets a mail, and can refuse. For an account with an administrative role it can be confirmed after 24 hours. Who asked for it must still be allowed to then. Only a system administrator may set `organisationPublicId`.',
    params: byUserName,
    body: z.strictObject({
      version: count,
      firstName: text(...personNameRules).optional(),
      lastName: text(...personNameRules).optional(),
      title: text(title).nullable().optional(),
      email: text(email).optional(),
      organisationPublicId: id.optional(),
    }),
    query: reasonQuery,
    reply: UserDetail,
    problems: [
      'StaleVersion',
      'EmailTaken',
      'OwnAccount',
      'LastSystemAdministrator',
      'LastAdministrator',
      'RequirementsMissing',
      'ApprovalNeeded',
      'ReasonRequired',
    ],
  },
  'Users.ConfirmEmail': {
    effects: [],
    summary: 'Confirm a changed e-mail address with the link mailed to it',
    description: 'The link is `/ConfirmEmail?userId=…&token=…` and works once; again it says `already`. It signs nobody in.',
    body: z.strictObject({ userId: id, token: linkToken }),
    reply: z.object({ userName: z.string(), email: z.string(), already: z.literal(true).optional() }),
    problems: ['LinkGone', 'EmailTaken', 'EmailNotYet'],
  },
  'Users.CancelEmail': {
    effects: [],
    summary: 'Refuse a changed e-mail address with the link mailed to the present one',
    description: 'The link is `/ConfirmEmail?refuse=true&userId=…&token=…` and works until the change is confirmed.',
    body: z.strictObject({ userId: id, token: linkToken }),
    reply: z.object({ userName: z.string(), email: z.string(), already: z.literal(true).optional() }),
    problems: ['LinkGone'],
  },
  'Users.Create': {
    effects: ['givesAdministration'],
    summary: 'Create a user; without a password they get a mail to set one',
    description:
      'A given password has to be changed at the first login: until then the user only reads the own account (`PasswordChangeRequired`).',
    query: reasonQuery,
    body: z.strictObject({
      userName: text(...newUserNameRules),
      email: text(email),
      firstName: text(...personNameRules),
      lastName: text(...personNameRules),
      title: text(title).optional(),
      organisationPublicId: id,
      roles: z.array(z.string().max(100)).max(100),
      password: claimed.optional(),
    }),
    reply: UserDetail,
    status: 201,
    problems: ['NameTaken', 'EmailTaken', 'PasswordRefused', 'Invalid'],
  },
  'Users.Enable': {
    effects: ['givesAdministration', 'endsAccess'],
    summary: 'Enable or disable; disabling ends sessions and API keys for good',
    description: 'Enabling brings back none of what disabling ended.',
    params: z.strictObject({ userName: z.string().min(1).max(320), enabled: z.boolean() }),
    query: reasonQuery,
    reply: UserDetail,
    problems: [
      'OwnAccount',
      'LastSystemAdministrator',
      'LastAdministrator',
      'RequirementsMissing',
      'ApprovalNeeded',
      'ReasonRequired',
    ],
  },
  'Users.Unlock': {
    effects: [],
    summary: 'Unlock after too many failures',
    params: byUserName,
    reply: UserDetail,
    problems: ['OwnAccount'],
  },
  'Users.ResetAuthentication': {
    effects: ['takesOverAccount'],
    summary: 'Reset password, MFA, passkeys or all of them; the user gets a mail',
    description:
      'All sessions, API keys and a pending change of the e-mail address end. Without a password nobody signs in before the mailed link has set one; a user who had MFA on has to enrol at the next sign-in.',
    params: byUserName,
    query: reasonQuery.extend({ type: z.enum(resetTypes) }),
    reply: UserDetail,
    problems: ['OwnAccount', 'Conflict', 'RequirementsMissing', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Users.Erase': {
    effects: ['erases'],
    summary: 'Erase a disabled account for good; the audit keeps a pseudonym',
    description:
      'Names, addresses and everything kept of the person go, and so do their support tickets; in the audit a pseudonym replaces them, and its seals go on being verifiable. A backup keeps what it had.',
    params: byUserName,
    query: reasonQuery,
    reply: z.object({ pseudonym: z.string() }),
    problems: ['OwnAccount', 'StillEnabled', 'ApprovalNeeded', 'ReasonRequired', 'Busy'],
    timeoutMs: MAX_REQUEST_MS,
  },
  'Users.Impersonate': {
    effects: ['actsAsUser'],
    summary: 'Read or act as a user, for `IMPERSONATION_MINUTES` at most; with the own user name: end it',
    description:
      '`reason` is kept in the audit and told to the user. Meanwhile calls that need a proof of identity, and whatever touches password, MFA, keys and sessions, are refused with `Impersonating`. With `access=read`, whatever changes something is refused with `ReadOnly`; without `access` the caller acts as the user.',
    params: byUserName,
    query: z.strictObject({ reason: z.string().max(500).optional(), access: z.enum(impersonationAccesses).optional() }),
    reply: Self,
    problems: ['OwnAccount', 'ImpersonationOff', 'Impersonating', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Users.TakeOwnership': {
    effects: ['takesOwnership'],
    summary: 'Answer for this account from now on; the former owner is told by mail',
    description:
      'With `undo`, what the caller took within the last 15 minutes goes back to whom it was taken from, who is told as well.',
    params: byUserName,
    query: reasonQuery.extend({ undo: z.boolean().optional() }),
    reply: UserDetail,
    problems: ['Conflict', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Users.Diagnosis': {
    summary: 'Every reason that now keeps this user from logging in',
    description:
      'Administrators read it of the users in their scope, Support of users whose tickets they see. `passkeys` is how many the user has. With one of them a user needs no password and no other factor, so neither is a reason.',
    params: byUserName,
    reply: z.object({ canLogIn: z.boolean(), causes: z.array(Cause), passkeys: count }),
  },
  'Users.OwnApproval': { summary: "Whether the caller's organisation is approved", reply: z.boolean() },
  'Users.CheckApproved': { summary: "Whether a user's organisation is approved", params: byUserName, reply: z.boolean() },
  'Users.CheckOrganisationApproved': {
    summary: 'Whether an organisation is approved',
    params: z.strictObject({ clientPublicId: id }),
    reply: z.boolean(),
  },
  'Users.ActiveUserIds': {
    summary: 'Ids of people with a live session; those of the house organisation only when asked',
    query: z.strictObject({ includeClearLifeUsers: z.boolean().optional() }),
    reply: z.array(id),
  },
  'Users.ClearLifeUserIds': { summary: "Ids of the house organisation's people", reply: z.array(id) },
  ...syncShapes,
});
