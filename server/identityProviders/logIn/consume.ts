/** Accepts a response once, for a connection that is on, in the transaction that acts on it. */
import { addMs, HOUR } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { sha256 } from '../../session/tokens.ts';
import { consumeAttempt, type AttemptRow } from './attempts.ts';
import { Refused } from './refused.ts';
import { findConnection, holdConnection, type ConnectionRow } from '../settings/repository.ts';

/** Longer than a token or an assertion is valid. */
const REMEMBERED_MS = HOUR;

/**
 * Reads everything again under locks: what was switched off while the user was away stays off. It locks organisation, connection,
 * account and attempt in the order of all other code, which prevents deadlocks. @throws Refused
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

/** Accepts a token or an assertion once, even if it arrives in several processes at once. @throws Refused */
export async function useOnce(tx: Transaction, connectionId: string, id: string, now: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_seen')
    .values({ connection_id: connectionId, message_hash: sha256(id), expires_at: addMs(now, REMEMBERED_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refused('replay');
}
