/**
 * Proves the second factor outside of login. In a session the session counts the attempt, with a mailed link the account does, with
 * those of login; before the code is checked.
 */
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { lockedOut } from '../http/throttle.ts';
import { clearProofFailures, countProof } from '../session/proofAttempts.ts';
import { countForAccount, recordWrongCode } from './attempts.ts';
import { proveMfa } from './proof.ts';
import { clearWrongCodes } from './repository.ts';

/** `sessionId`: proof in a session. */
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
    const lock = await (sessionId === undefined ? countAccount(userId, now) : countSession(sessionId, now));
    const proven = await transaction(db, async (tx) => {
      if (!(await proveMfa(keyring, tx, userId, code, now))) return undefined;
      await (sessionId === undefined ? clearWrongCodes(tx, userId, lock) : clearProofFailures(tx, sessionId, lock));
      return { result: await then(tx) };
    });
    if (!proven && sessionId === undefined) await recordWrongCode(db, userId, now);
    return proven?.result;
  };

  async function countAccount(userId: string, now: Date): Promise<Date | null> {
    const counted = await countForAccount(db, userId, config, now);
    if (!counted) throw lockedOut(await lockedUntil(db, userId, now), config, now);
    return counted.lock;
  }

  async function countSession(sessionId: string, now: Date): Promise<Date | null> {
    const attempt = await countProof(db, sessionId, config, now);
    if (attempt.kind === 'ended') throw problem('SessionRequired');
    if (attempt.kind === 'locked') throw lockedOut(attempt.until, config, now);
    return attempt.lock;
  }
}

async function lockedUntil(queries: Queries, userId: string, now: Date): Promise<Date> {
  const row = await queries.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
  return row?.locked_until ?? now;
}
