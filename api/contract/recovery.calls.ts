/** The calls of proving who one is: by a mailed link, or again within a session (step-up). */
import type { Call } from './call.ts';

export const recoveryCalls = {
  'Login.ForgotPassword': { method: 'POST', path: '/Login/ForgotPassword', who: 'anyone', body: 'json' },
  'Login.ForgotUsername': { method: 'POST', path: '/Login/ForgotUsername', who: 'anyone', body: 'json' },
  'Login.ConfirmIdentity': { method: 'POST', path: '/Login/ConfirmIdentity', who: 'anyone', body: 'json' },
} as const satisfies Record<string, Call>;
