/** Operations that prove the user's identity, by a mailed link or within a session (step-up); without shapes. */
import type { Call } from './call.ts';

export const recoveryCalls = {
  'Login.ForgotPassword': {
    method: 'POST',
    path: '/Login/ForgotPassword',
    who: 'anyone',
    withoutStepUp: 'mailsOwner',
    body: 'json',
  },
  'Login.ForgotUsername': {
    method: 'POST',
    path: '/Login/ForgotUsername',
    who: 'anyone',
    withoutStepUp: 'mailsOwner',
    body: 'json',
  },
  'Login.ConfirmIdentity': {
    method: 'POST',
    path: '/Login/ConfirmIdentity',
    who: 'anyone',
    withoutStepUp: 'proof',
    body: 'json',
  },
} as const satisfies Record<string, Call>;
