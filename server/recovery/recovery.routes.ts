/** The calls of recovery and of proving one's identity again. */
import type { recoveryCalls } from '../../api/contract/recovery.calls.ts';
import type { Context } from '../context.ts';
import type { Gate } from '../http/admit.ts';
import type { Room } from '../http/call.ts';
import type { Entrance } from '../http/signIn.ts';
import { GRANT_MS, identity, type Proofs } from './recovery.identity.ts';
import { recoveryRequests } from './recovery.requests.ts';

export function recoveryRoutes(
  context: Context,
  { cookies }: Gate,
  entrance: Entrance,
  proofs: Proofs,
): Room<keyof typeof recoveryCalls> {
  const answer = recoveryRequests(context);
  const { byLink, inSession } = identity(context, entrance, proofs);

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
      if (opened) entrance.admit(call.reply, opened);
      return { confirmed: true };
    },
  };
}
