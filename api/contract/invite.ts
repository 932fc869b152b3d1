/** Operations of invitations. The mailed link is `/ReceivedInvite?userId=…&token=…`, valid for 7 days. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { email } from './rules/email.ts';
import { personNameRules } from './rules/personName.ts';
import { title } from './rules/title.ts';
import { newUserNameRules } from './rules/userName.ts';
import { claimed, id, linkToken, text, time } from './shape.ts';
import { InviteState } from './users.shapes.ts';

export const InviteView = z.object({
  userId: id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  organisationName: z.string(),
  invitedBy: z.string(),
  state: InviteState,
  expiresAt: time,
});
export type InviteView = z.infer<typeof InviteView>;

const byUserId = z.strictObject({ userId: id });

export const inviteOperations = operations({
  'Invite.CreateUser': {
    method: 'POST',
    path: '/Invite/CreateUser',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    effects: ['givesAdministration'],
    summary: 'Create an invitation; no mail goes out yet',
    description: 'An invitation of an administrator that needs another one is made, and mailed, when it is approved.',
    query: reasonQuery,
    body: z.strictObject({
      email: text(email),
      firstName: text(...personNameRules),
      lastName: text(...personNameRules),
      title: text(title).optional(),
      roles: z.array(z.string().max(100)).max(100),
      organisationPublicId: id.optional(),
    }),
    reply: z.object({ userId: id, inviteState: InviteState }),
    status: 201,
    problems: ['EmailTaken'],
  },
  'Invite.SendEmail': {
    method: 'POST',
    path: '/Invite/SendEmail',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    effects: [],
    summary: 'Mail invitations',
    body: z.strictObject({ userIds: z.array(id).min(1).max(500), message: z.string().max(2000).optional() }),
    reply: z.object({
      sent: z.array(z.object({ userId: id, email: z.string() })),
      failed: z.array(z.object({ userId: id, message: z.string() })),
    }),
  },
  'Invite.Resend': {
    method: 'POST',
    path: '/Invite/Resend/{userId}',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    idempotencyKey: true,
    effects: [],
    summary: 'A new link with a new expiry; the old one is dead',
    params: byUserId,
    reply: InviteView,
    problems: ['AlreadyAccepted'],
  },
  'Invite.Delete': {
    method: 'DELETE',
    path: '/Invite/Delete/{userId}',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    effects: [],
    summary: 'Withdraw an invitation',
    params: byUserId,
    problems: ['AlreadyAccepted'],
  },
  'Invite.View': {
    method: 'GET',
    path: '/Invite/ReceiveInvite/{userId}',
    who: 'anyone',
    summary: 'What the link shows; a wrong token and an unknown id get the same 404',
    params: byUserId,
    query: z.strictObject({ token: linkToken }),
    reply: InviteView,
    problems: ['NotFound'],
  },
  'Invite.Receive': {
    method: 'POST',
    path: '/Invite/ReceiveInvite',
    who: 'anyone',
    withoutStepUp: 'mailedLink',
    effects: [],
    summary: 'Begin registration: trade the link for a grant of 60 minutes',
    body: z.strictObject({ userId: id, token: linkToken }),
    reply: InviteView,
    problems: ['NotFound', 'LinkGone'],
  },
  'Invite.Accept': {
    method: 'POST',
    path: '/Invite/Accept/{userId}',
    who: 'grant',
    withoutStepUp: 'mailedLink',
    effects: [],
    summary: 'Register: the invitation becomes an account; of two at once, one wins',
    params: byUserId,
    body: z.strictObject({
      userName: text(...newUserNameRules),
      firstName: text(...personNameRules),
      lastName: text(...personNameRules),
      title: text(title).optional(),
      password: claimed,
      confirmPassword: claimed,
    }),
    reply: z.object({
      outcome: z.literal('Registered'),
      userName: z.string(),
      /** The identity provider with which the user logs in alone; null: with the password. */
      provider: z.object({ name: z.string(), address: z.string() }).nullable(),
    }),
    problems: ['LinkGone', 'NameTaken', 'PasswordRefused', 'Invalid'],
  },
});

export const inviteCalls = callsOf(inviteOperations);
