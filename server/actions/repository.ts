/** SQL for single users by name or id, and locked for a change. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { prepare } from '../db/prepared.ts';
import { inScopeOf } from '../db/target.ts';
import { hasUserName, selectDetails, type DetailRow } from '../users/read/rows.ts';

export async function findDetail(queries: Queries, who: Expression<SqlBool>, now: Date): Promise<DetailRow | undefined> {
  return selectDetails(queries, now).where(who).executeTakeFirst();
}

const findById = prepare('findUserById', (queries, { userId, now }: { userId: string; now: Date }) =>
  selectDetails(queries, now).where('u.user_id', '=', userId),
);

export const findDetailById = async (queries: Queries, userId: string, now: Date): Promise<DetailRow | undefined> =>
  (await findById(queries, { userId, now }))[0];

/** Locks a user in the actor's scope, then reads the row: rows joined before the lock was granted may be stale. */
export async function lockUser(tx: Transaction, actor: Person, userName: string, now: Date): Promise<DetailRow | undefined> {
  const visible = sql<SqlBool>`${hasUserName(userName)} AND ${inScopeOf(actor)}`;
  const locked = await tx.selectFrom('users as u').select('u.user_id').where(visible).forUpdate().executeTakeFirst();
  return locked && findDetailById(tx, locked.user_id, now);
}
