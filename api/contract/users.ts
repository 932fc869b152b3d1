/** Operations of user administration. */
import { z } from 'zod';
import { actOperations } from './users.acts.ts';
import { reasonQuery } from './reason.ts';
import { callsOf, operations } from './endpoint.ts';
import { email } from './rules/email.ts';
import { personNameRules } from './rules/personName.ts';
import { title } from './rules/title.ts';
import { newUserNameRules } from './rules/userName.ts';
import { claimed, count, id, linkToken, text } from './shape.ts';
import { accessOperations } from './users.access.ts';
import { listOperations } from './users.lists.ts';
import { byUserName, Cause, Self, UserDetail } from './users.shapes.ts';
import { syncOperations } from './users.sync.ts';

export const usersOperations = operations({
  ...listOperations,
  ...accessOperations,
  'Users.Self': { method: 'GET', path: '/Users/Self', who: 'session', summary: 'The own profile and session', reply: Self },
  'Users.User': {
    method: 'GET',
    path: '/Users/User/{userName}',
    who: 'session',
    summary: 'A user in full',
    params: byUserName,
    reply: UserDetail,
    problems: ['PersonalDataLimit'],
  },
  'Users.Patch': {
    method: 'PATCH',
    path: '/Users/User/{userName}',
    who: 'session',
    stepUp: 'emailOrOrganisation',
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
    method: 'POST',
    path: '/Users/ConfirmEmail',
    who: 'anyone',
    withoutStepUp: 'mailedLink',
    effects: [],
    summary: 'Confirm a changed e-mail address with the link mailed to it',
    description: 'The link is `/ConfirmEmail?userId=…&token=…` and works once; again it says `already`. It signs nobody in.',
    body: z.strictObject({ userId: id, token: linkToken }),
    reply: z.object({ userName: z.string(), email: z.string(), already: z.literal(true).optional() }),
    problems: ['LinkGone', 'EmailTaken', 'EmailNotYet'],
  },
  'Users.CancelEmail': {
    method: 'POST',
    path: '/Users/CancelEmail',
    who: 'anyone',
    withoutStepUp: 'mailedLink',
    effects: [],
    summary: 'Refuse a changed e-mail address with the link mailed to the present one',
    description: 'The link is `/ConfirmEmail?refuse=true&userId=…&token=…` and works until the change is confirmed.',
    body: z.strictObject({ userId: id, token: linkToken }),
    reply: z.object({ userName: z.string(), email: z.string(), already: z.literal(true).optional() }),
    problems: ['LinkGone'],
  },
  'Users.Create': {
    method: 'POST',
    path: '/Users/Create',
    who: 'systemAdmin',
    stepUp: true,
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
  ...actOperations,
  'Users.Diagnosis': {
    method: 'GET',
    path: '/Users/Diagnosis/{userName}',
    who: 'auditReader',
    summary: 'Every reason that now keeps this user from logging in',
    description:
      'Administrators read it of the users in their scope, Support of users whose tickets they see. `passkeys` is how many the user has. With one of them a user needs no password and no other factor, so neither is a reason.',
    params: byUserName,
    reply: z.object({ canLogIn: z.boolean(), causes: z.array(Cause), passkeys: count }),
  },
  'Users.OwnApproval': {
    method: 'GET',
    path: '/Users/CheckApproved',
    who: 'session',
    summary: "Whether the caller's organisation is approved",
    reply: z.boolean(),
  },
  'Users.CheckApproved': {
    method: 'GET',
    path: '/Users/CheckApproved/{userName}',
    who: 'subscriberAdmin',
    summary: "Whether a user's organisation is approved",
    params: byUserName,
    reply: z.boolean(),
  },
  'Users.CheckOrganisationApproved': {
    method: 'GET',
    path: '/Users/CheckApproved/Organization/{clientPublicId}',
    who: 'subscriberAdmin',
    summary: 'Whether an organisation is approved',
    params: z.strictObject({ clientPublicId: id }),
    reply: z.boolean(),
  },
  'Users.ActiveUserIds': {
    method: 'GET',
    path: '/Users/ActiveUserIds',
    who: 'subscriberAdmin',
    summary: 'Ids of people with a live session; those of the house organisation only when asked',
    query: z.strictObject({ includeClearLifeUsers: z.boolean().optional() }),
    reply: z.array(id),
  },
  'Users.ClearLifeUserIds': {
    method: 'GET',
    path: '/Users/ClearLifeUserIds',
    who: 'subscriberAdmin',
    summary: "Ids of the house organisation's people",
    reply: z.array(id),
  },
  ...syncOperations,
});

export const usersCalls = callsOf(usersOperations);
