/** Routes of recovery and of proofs of identity. */
import type { recoveryCalls } from '../../api/contract/recovery.ts';
import type { Context } from '../context.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { Handlers } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { GRANT_MS, identity, type Proofs } from './identity.ts';
import { recoveryRequests } from './requests.ts';

export function recoveryRoutes(
  context: Context,
  { cookies }: SecurityContext,
  sessions: SessionManager,
  proofs: Proofs,
): Handlers<keyof typeof recoveryCalls> {
  const answer = recoveryRequests(context);
  const { byLink, inSession } = identity(context, sessions, proofs);

  return {
    'Login.ForgotPassword': answer,
    'Login.ForgotUsername': answer,
    'Login.ConfirmIdentity': async (call) => {
      const { body } = call;
      if ('token' in body) {
        const grant = await byLink(call, body.userId, body.token, body.mfaCode);
        cookies.set(call.reply, 'grant', grant, GRANT_MS);
        return { confirmed: true };
      }
      const opened = await inSession(call, body);
      if (opened) sessions.setCookies(call.reply, opened);
      return { confirmed: true };
    },
  };
}
