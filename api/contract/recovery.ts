/** Operations of the proofs of identity: by a mailed link, or within a session. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { email } from './rules/email.ts';
import { claimed, id, linkToken, text } from './shape.ts';
import { PasskeyAssertion } from './webauthn.ts';

export const recoveryOperations = operations({
  'Login.ForgotPassword': {
    method: 'POST',
    path: '/Login/ForgotPassword',
    who: 'anyone',
    withoutStepUp: 'mailsOwner',
    effects: [],
    summary: 'Ask for a link to set a new password; the same answer whether the account exists or not',
    body: z.strictObject({ userNameOrEmail: claimed }),
    reply: z.object({ accepted: z.literal(true) }),
  },
  'Login.ForgotUsername': {
    method: 'POST',
    path: '/Login/ForgotUsername',
    who: 'anyone',
    withoutStepUp: 'mailsOwner',
    effects: [],
    summary: 'Ask for the user names of an address; the same answer whether it is known or not',
    body: z.strictObject({ email: text(email) }),
    reply: z.object({ accepted: z.literal(true) }),
  },
  'Login.ConfirmIdentity': {
    method: 'POST',
    path: '/Login/ConfirmIdentity',
    who: 'anyone',
    withoutStepUp: 'proof',
    effects: [],
    summary: 'Prove who one is: with a recovery link, or with password, MFA code or passkey in a session',
    description:
      'With `userId` and `token` of a recovery link (and `mfaCode`, a code or recovery code, where MFA is on): a grant of 10 minutes to set a new password. In a session: renews step-up for 30 minutes, with `mfaCode` (a code or a recovery code) or `passkey` (asked for with Passkeys/LoginOptions); with `password` where the user has neither, otherwise `MfaCodeRequired`.',
    body: z.union([
      z.strictObject({ userId: id, token: linkToken, mfaCode: claimed.optional() }),
      z.strictObject({ password: claimed }),
      z.strictObject({ mfaCode: claimed }),
      z.strictObject({ passkey: PasskeyAssertion }),
    ]),
    reply: z.object({ confirmed: z.literal(true) }),
    problems: [
      ...([
        'MfaCodeRequired',
        'InvalidCode',
        'CodeOfOtherTime',
        'InvalidCredentials',
        'PasskeyRefused',
        'PasskeyChanged',
        'ProviderRequired',
      ] as const),
      'LinkGone',
      'SessionRequired',
    ],
  },
});

export const recoveryCalls = callsOf(recoveryOperations);
