/** Proof of identity in a session, by one of the user's passkeys. The session counts the attempt before it is checked. */
import type { FastifyRequest } from 'fastify';
import type { PasskeyAssertion } from '../../api/contract/webauthn.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { clearFailures, proofIn } from '../lockout/count.ts';
import { countProof } from '../lockout/proof.ts';
import type { assertions } from './assertion.ts';
import { recordPasskeyUse } from '../accounts/credentials.ts';

/**
 * @returns a function that runs `then` in the transaction that records the use; it returns undefined for a passkey that is refused, or
 *   says that it has changed, and throws TooManyRequests while the session may not try
 */
export function passkeyStepUp({ config, db }: Context, { check, warnOfClone }: ReturnType<typeof assertions>) {
  return async <T>(
    call: { request: FastifyRequest; now: Date },
    { userId, sessionId }: { userId: string; sessionId: string },
    response: PasskeyAssertion,
    then: (tx: Transaction) => Promise<T>,
  ): Promise<T | 'PasskeyChanged' | undefined> => {
    const { now } = call;
    const lock = await countProof(db, proofIn(sessionId), config, now);
    const answered = await check(call, 'stepUp', response, { userId });
    if (answered.kind === 'refused') return answered.reason === 'ChangedPasskey' ? 'PasskeyChanged' : undefined;
    const { passkey, assertion } = answered;
    const proven = await transaction(db, async (tx) => {
      if (!(await recordPasskeyUse(tx, passkey.passkey_id, assertion, now))) return undefined;
      await clearFailures(tx, proofIn(sessionId), lock);
      return { result: await then(tx) };
    });
    if (!proven) await warnOfClone(passkey, now);
    return proven?.result;
  };
}
