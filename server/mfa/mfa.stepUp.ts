/** Proving the second factor outside of signing in. A try counts with those of the sign-ins, before it is looked at. */
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { lockedOut } from '../http/throttle.ts';
import { countForAccount, settleWrongCode } from './mfa.attempts.ts';
import { proveMfa } from './mfa.proof.ts';
import { forgetWrongCodes } from './mfa.repository.ts';

/**
 * @returns spends a code and does `then` in the same transaction; gives undefined for a wrong one, and throws TooManyRequests
 * while the account is locked
 */
export function mfaStepUp({ config, db }: Context) {
  return async <T>(userId: string, code: string, now: Date, then: (tx: Transaction) => Promise<T>): Promise<T | undefined> => {
    const counted = await countForAccount(db, userId, config, now);
    if (!counted) throw lockedOut(await lockedUntil(db, userId, now), config, now);
    const proven = await transaction(db, async (tx) => {
      if (!(await proveMfa(tx, userId, code, now))) return undefined;
      await forgetWrongCodes(tx, userId, counted.lock);
      return { result: await then(tx) };
    });
    if (!proven) await settleWrongCode(db, userId, now);
    return proven?.result;
  };
}

async function lockedUntil(queries: Queries, userId: string, now: Date): Promise<Date> {
  const row = await queries.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
  return row?.locked_until ?? now;
}
