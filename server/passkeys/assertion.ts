/**
 * Checks the response to a challenge. Whatever its fault, and whichever account it names, the same steps are taken: an unknown
 * passkey can't be distinguished from a wrong response, neither by the reply nor by its time.
 */
import type { PasskeyAssertion } from '../../api/contract/webauthn.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { FastifyRequest } from 'fastify';
import { countHits } from '../http/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import type { challenges, Purpose } from './challenges.ts';
import { userHandleOf } from './own.ts';
import { challengeOf, relyingParty, type Assertion } from './relyingParty.ts';
import { findByCredential, type FoundPasskey } from './repository.ts';

/** Reasons of a refusal, for the audit; the user learns of `ChangedPasskey` alone, which no other attempt mends. */
export type Refusal = 'ChallengeGone' | 'UnknownPasskey' | 'InvalidPasskey' | 'ChangedPasskey' | 'ClonedPasskey';

type CheckResult =
  | { readonly kind: 'valid'; readonly passkey: FoundPasskey; readonly assertion: Assertion }
  | { readonly kind: 'refused'; readonly passkey: FoundPasskey | undefined; readonly reason: Refusal };

/** Window of the limit on mails about a copied passkey. */
const MAIL_WINDOW_MS = 15 * MINUTE;

export function assertions(context: Context, { use, giveBack }: Pick<ReturnType<typeof challenges>, 'use' | 'giveBack'>) {
  const party = relyingParty(context);
  return { check, warnOfClone };

  /**
   * @param userId the user whose passkey it must be, for a proof of identity
   * @param namedId the user whose passkeys were named in `allowCredentials`
   */
  async function check(
    call: { request: FastifyRequest; now: Date },
    purpose: Purpose,
    response: PasskeyAssertion,
    { userId, namedId = userId }: { readonly userId?: string; readonly namedId?: string | undefined } = {},
  ): Promise<CheckResult> {
    const isChallengeOpen = await use(call, purpose, challengeOf(response) ?? '', userId);
    const passkey = await findByCredential(context.db, response.id);
    const key = passkey && { publicKey: Uint8Array.from(passkey.public_key), backupEligible: passkey.backup_eligible };
    const assertion = await party.checkAssertion(response, key);
    if (!isChallengeOpen) return { kind: 'refused', passkey, reason: 'ChallengeGone' };
    if (!passkey || (userId !== undefined && passkey.user_id !== userId))
      return { kind: 'refused', passkey: undefined, reason: 'UnknownPasskey' };
    const namesOwner = response.response.userHandle === (passkey.user_handle ?? userHandleOf(passkey.user_id));
    // With `allowCredentials` an authenticator may leave the user handle out (WebAuthn level 3, 7.2, step 6).
    const isOwner = namesOwner || (passkey.user_id === namedId && response.response.userHandle == null);
    if (!assertion || !isOwner) return { kind: 'refused', passkey, reason: 'InvalidPasskey' };
    if (assertion === 'changed') return { kind: 'refused', passkey, reason: 'ChangedPasskey' };
    await giveBack(call);
    return { kind: 'valid', passkey, assertion };
  }

  /** The signature is right and its counter is not: a copy may exist, so the owner gets a mail. */
  async function warnOfClone(passkey: FoundPasskey, now: Date): Promise<void> {
    const { hits } = await countHits(context.db, `passkeyCloned:${passkey.user_id}`, MAIL_WINDOW_MS, now, 1);
    if (hits > 1) return;
    const data = { userName: passkey.user_name ?? passkey.email, at: now.toISOString(), passkeyName: passkey.name };
    await queueMail(context.db, passkey, 'passkeyCloned', data, now);
  }
}
