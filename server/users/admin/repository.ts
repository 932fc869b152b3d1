/** SQL of single people: by name, locked for a change, and the changes of state that must happen once. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { inScopeOf } from '../../db/scope.ts';
import { isNamed, selectDetails, type DetailRow } from '../read/rows.ts';

export async function findDetail(queries: Queries, who: Expression<SqlBool>, now: Date): Promise<DetailRow | undefined> {
  return selectDetails(queries, now).where(who).executeTakeFirst();
}

/**
 * Locks one person of the actor's scope, then reads them: what was joined to a row before it could be locked may be older
 * than the row. What is decided on it still holds when it is changed.
 */
export async function lockPerson(tx: Transaction, actor: Person, userName: string, now: Date): Promise<DetailRow | undefined> {
  const visible = sql<SqlBool>`${isNamed(userName)} AND ${inScopeOf(actor)}`;
  await tx.selectFrom('users as u').select('u.user_id').where(visible).forUpdate().execute();
  return findDetail(tx, visible, now);
}

/** @returns false where there was nothing to unlock */
export async function unlock(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ locked_until: null, failed_sign_ins: 0, mfa_failures: 0, last_failed_at: null })
    .where('user_id', '=', userId)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whoever still looks at the former version can't change it any more. */
export async function newVersion(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ version: sql`version + 1` })
    .where('user_id', '=', userId)
    .execute();
}
