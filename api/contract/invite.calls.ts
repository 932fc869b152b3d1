/** Operations of invitations, without shapes. */
import type { Call } from './call.ts';

export const inviteCalls = {
  'Invite.CreateUser': {
    method: 'POST',
    path: '/Invite/CreateUser',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    body: 'json',
    query: ['reason'],
  },
  'Invite.SendEmail': {
    method: 'POST',
    path: '/Invite/SendEmail',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    body: 'json',
  },
  'Invite.Resend': {
    method: 'POST',
    path: '/Invite/Resend/{userId}',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
    idempotencyKey: true,
  },
  'Invite.Delete': {
    method: 'DELETE',
    path: '/Invite/Delete/{userId}',
    who: 'subscriberAdmin',
    stepUp: 'administrativeRole',
  },
  'Invite.View': { method: 'GET', path: '/Invite/ReceiveInvite/{userId}', who: 'anyone', query: ['token'] },
  'Invite.Receive': {
    method: 'POST',
    path: '/Invite/ReceiveInvite',
    who: 'anyone',
    withoutStepUp: 'mailedLink',
    body: 'json',
  },
  'Invite.Accept': {
    method: 'POST',
    path: '/Invite/Accept/{userId}',
    who: 'grant',
    withoutStepUp: 'mailedLink',
    body: 'json',
  },
} as const satisfies Record<string, Call>;
