/** Who answers for an account. */
import type { Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import { queueMail } from '../mail/queue.ts';
import type { DetailRow } from './users.rows.ts';

/** The former owner is told. @returns undefined where the account is the actor's to answer for already */
export async function takeOwnership(
  tx: Transaction,
  actor: Person,
  person: DetailRow,
  now: Date,
): Promise<{ formerOwner: string | null } | undefined> {
  if (person.owner_id === actor.userId) return undefined;
  await tx.updateTable('users').set({ owner_id: actor.userId }).where('user_id', '=', person.user_id).execute();
  if (person.owner_id !== null) {
    const former = await tx
      .selectFrom('users')
      .select(['email', 'locale'])
      .where('user_id', '=', person.owner_id)
      .executeTakeFirstOrThrow();
    const told = { userName: person.user_name ?? person.email, at: now.toISOString(), owner: actor.displayName };
    await queueMail(tx, former, 'ownerChanged', told, now);
  }
  return { formerOwner: person.owner_user_name };
}
