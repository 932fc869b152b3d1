/**
 * Counts codes before they are checked, so that parallel guesses can't exceed the limits: per pending session, which ends after a
 * few, and per account, so that opening more sessions gives no more guesses. A right code clears both.
 */
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Queries } from '../db/database.ts';
import { countUnlessLocked } from '../lockout/count.ts';
import { lockedByCodes, type LockLimits } from '../lockout/rule.ts';
import { codeOf } from '../lockout/subject.ts';

export type CodeAttempt =
  /** `last`: a wrong code ends the pending session. `lock`: the lock that this attempt set; removed if the code is right. */
  | { readonly kind: 'counted'; readonly last: boolean; readonly failures: number; readonly lock: Date | null }
  | { readonly kind: 'locked'; readonly until: Date }
  /** The pending session has ended, or its tries are used up. */
  | { readonly kind: 'ended' };

type Limits = LockLimits & Pick<Config, 'LIMIT_MFA_FAILURES'>;

export async function countCode(
  queries: Queries,
  { userId, sessionId, isKnown }: { userId: string; sessionId: string; isKnown: boolean },
  limits: Limits,
  now: Date,
): Promise<CodeAttempt> {
  const tries = await countForSession(queries, sessionId, limits.LIMIT_MFA_FAILURES);
  if (tries === undefined) return { kind: 'ended' };
  // A lock that wrong passwords set does not stop a browser that has logged in to the account before.
  const isCounted = isKnown ? sql<boolean>`NOT ${lockedByCodes(limits)}` : undefined;
  const counted = await countUnlessLocked(queries, codeOf(userId), limits, now, isCounted);
  if (counted) return { ...counted, last: tries >= limits.LIMIT_MFA_FAILURES };
  const row = await queries.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
  return { kind: 'locked', until: row?.locked_until ?? now };
}

async function countForSession(queries: Queries, sessionId: string, limit: number): Promise<number | undefined> {
  const row = await queries
    .updateTable('sessions')
    .set({ mfa_failures: sql<number>`mfa_failures + 1` })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'pending')
    .where('mfa_failures', '<', limit)
    .returning('mfa_failures')
    .executeTakeFirst();
  return row?.mfa_failures;
}
