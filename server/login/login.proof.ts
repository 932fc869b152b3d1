/** Proving the password again, of somebody known. It counts with the sign-ins, so that a stolen session is no better place to guess. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { lockedOut } from '../http/throttle.ts';
import { countAttempt, forgetFailures, settleFailure, type Attempt } from './login.accounts.ts';
import { keyedMutex } from './login.keyedMutex.ts';

const RECHECK_MS = 100;

/** @returns tells whether it is the person's password; that throws TooManyRequests while the account is locked */
export function passwordProof({ config, db, passwords, clock }: Context) {
  const inTurn = keyedMutex();

  async function count(account: { user_id: string }): Promise<Extract<Attempt, { kind: 'counted' }>> {
    for (;;) {
      const attempt = await countAttempt(db, account, '', config, clock.now());
      if (attempt.kind === 'counted') return attempt;
      if (!attempt.guessing) throw lockedOut(attempt.until, config, clock.now());
      await delay(RECHECK_MS);
    }
  }

  // A place for the hash comes first: who is turned away there has not guessed.
  return (userId: string, password: string): Promise<boolean> =>
    inTurn(userId, () =>
      passwords.inPlace(async (hashing) => {
        const account = await db
          .selectFrom('users')
          .select(['user_id', 'password_hash'])
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const attempt = await count(account);
        const right = await hashing.verify(password, account.password_hash);
        await (right ? forgetFailures(db, userId, attempt.lock) : settleFailure(db, account, '', clock.now()));
        return right;
      }),
    );
}
