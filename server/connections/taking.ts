/** An answer is taken once, by a connection that is on: in the transaction of what comes of it. */
import type { Transaction } from '../db/database.ts';
import { consumeAttempt, type AttemptRow } from './attempts.ts';
import { Refused } from './refused.ts';
import { findConnection, holdConnection, type ConnectionRow } from './repository.ts';

/**
 * Read again under a lock: what was switched off while the user was away stays off. Organisation, connection, account, attempt: in the
 * order of everything else, so that nobody waits crosswise. @throws Refused
 */
export async function takeAttempt(tx: Transaction, attempt: AttemptRow, now: Date): Promise<ConnectionRow> {
  const found = await findConnection(tx, attempt.connection_id);
  if (!found) throw new Refused('disabledConnection');
  await tx
    .selectFrom('organisations')
    .select('organisation_id')
    .where('organisation_id', '=', found.organisation_id)
    .forShare()
    .execute();
  const held = await holdConnection(tx, attempt.connection_id);
  if (!held?.enabled) throw new Refused('disabledConnection');
  if (attempt.user_id !== null)
    await tx.selectFrom('users').select('user_id').where('user_id', '=', attempt.user_id).forUpdate().execute();
  if (!(await consumeAttempt(tx, attempt, now))) throw new Refused('replay');
  return held;
}
