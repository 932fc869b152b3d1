/**
 * Recognises a code of another time, which is refused like a wrong one, and counted, but with the clock as the reason. A guesser must
 * not learn a code that will be valid soon: a code that was recognised so is never accepted.
 */
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { readKey } from '../accounts/authenticatorKey.ts';
import { authenticatorContext } from '../encryption/storedSecrets.ts';
import { countHits } from '../http/throttle.ts';
import { stepOf } from './proof.ts';
import { disclosedBucket } from './disclosed.ts';

/** Ten minutes with our keys: clocks that are set by hand are rarely further off. */
const CLOCK_STEPS = 20;

export type WrongCode = 'InvalidCode' | 'CodeOfOtherTime';

/** The reason why a code was refused that proved nothing. */
export async function whyRefused(
  { keyring }: Pick<Context, 'keyring'>,
  queries: Queries,
  userId: string,
  code: string,
  now: Date,
): Promise<WrongCode> {
  const user = await queries
    .selectFrom('users')
    .select(['mfa_secret', 'mfa_last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (user?.mfa_secret == null) return 'InvalidCode';
  const key = await keyring.decrypt(queries, authenticatorContext(userId), user.mfa_secret);
  const step = otherStepOf(key, code, now);
  // A used code, and those before it, are no fault of the clock.
  if (step === null || step <= user.mfa_last_step) return 'InvalidCode';
  const { hits } = await countHits(queries, disclosedBucket(userId, step), 2 * CLOCK_STEPS * readKey(key).period * 1000, now, 1);
  return hits > 1 ? 'InvalidCode' : 'CodeOfOtherTime';
}

/** The step of a code that is refused for its time alone. */
export function otherStepOf(secret: string, code: string, now: Date): number | null {
  return stepOf(secret, code, now) === null ? stepOf(secret, code, now, CLOCK_STEPS) : null;
}
