/** Proves the second factor outside of login. Attempts count with those of login, before the code is checked. */
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { lockedOut } from '../http/throttle.ts';
import { countForAccount, recordWrongCode } from './mfa.attempts.ts';
import { proveMfa } from './mfa.proof.ts';
import { clearWrongCodes } from './mfa.repository.ts';

/**
 * @returns a function that uses a code up and runs `then` in the same transaction; it returns undefined for a wrong code and
 *   throws TooManyRequests while the account is locked
 */
export function mfaStepUp({ config, db, keyring }: Context) {
  return async <T>(userId: string, code: string, now: Date, then: (tx: Transaction) => Promise<T>): Promise<T | undefined> => {
    const counted = await countForAccount(db, userId, config, now);
    if (!counted) throw lockedOut(await lockedUntil(db, userId, now), config, now);
    const proven = await transaction(db, async (tx) => {
      if (!(await proveMfa(keyring, tx, userId, code, now))) return undefined;
      await clearWrongCodes(tx, userId, counted.lock);
      return { result: await then(tx) };
    });
    if (!proven) await recordWrongCode(db, userId, now);
    return proven?.result;
  };
}

async function lockedUntil(queries: Queries, userId: string, now: Date): Promise<Date> {
  const row = await queries.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
  return row?.locked_until ?? now;
}
