/**
 * Proves the second factor outside of login. The attempt is counted before the code is checked: by the session, or, with a mailed
 * link, by the account together with those of login.
 */
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { clearFailures, codeOf, proofIn, recordFailure } from '../lockout/count.ts';
import { countProof } from '../lockout/proof.ts';
import { proveMfa } from './proof.ts';

/** `sessionId`: set for a proof in a session. */
export interface Prover {
  readonly userId: string;
  readonly sessionId?: string;
}

/**
 * @returns a function that uses a code up and runs `then` in the same transaction; it returns undefined for a wrong code and
 *   throws TooManyRequests while the account or the session may not try
 */
export function mfaStepUp({ config, db, keyring }: Context) {
  return async <T>(
    { userId, sessionId }: Prover,
    code: string,
    now: Date,
    then: (tx: Transaction) => Promise<T>,
  ): Promise<T | undefined> => {
    const subject = sessionId === undefined ? codeOf(userId) : proofIn(sessionId);
    const lock = await countProof(db, subject, config, now);
    const proven = await transaction(db, async (tx) => {
      if (!(await proveMfa(keyring, tx, userId, code, now))) return undefined;
      await clearFailures(tx, subject, lock);
      return { result: await then(tx) };
    });
    if (!proven && sessionId === undefined) await recordFailure(db, subject, now);
    return proven?.result;
  };
}
