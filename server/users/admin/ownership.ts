/** Who answers for an account. */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import { addMs, MINUTE } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import type { DetailRow } from '../read/rows.ts';

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

/** How long a mistake can be taken back. */
const UNDO_MS = 15 * MINUTE;

/**
 * What the actor took a moment ago goes back to whom it was taken from, who is told; the audit knows who that was.
 * @throws Conflict where somebody else has taken it since, or there is nothing to give back
 */
export async function giveBack(
  tx: Transaction,
  actor: Person,
  person: DetailRow,
  now: Date,
): Promise<{ formerOwner: string; undone: true }> {
  const name = person.user_name ?? person.email;
  const taken = await tx
    .selectFrom('audit_events')
    .select([
      sql<string | null>`details->>'formerOwner'`.as('from'),
      sql<boolean>`details ? 'undone'`.as('undone'),
      sql<string>`coalesce(on_behalf_of, actor)`.as('by'),
    ])
    .where(sql`lower(target)`, '=', sql<string>`lower(${name})`)
    .where('action', '=', 'Users.TakeOwnership')
    .where('outcome', '=', 'success')
    .where('at', '>', addMs(now, -UNDO_MS))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!taken || taken.undone || taken.by !== actor.userName || person.owner_id !== actor.userId) throw problem('Conflict');
  const former = taken.from === null ? null : await ownerNamed(tx, taken.from);
  if (former === undefined) throw problem('Conflict');
  await tx
    .updateTable('users')
    .set({ owner_id: former?.user_id ?? null })
    .where('user_id', '=', person.user_id)
    .execute();
  if (former) await queueMail(tx, former, 'ownerRestored', { userName: name, at: now.toISOString() }, now);
  return { formerOwner: actor.userName, undone: true };
}

const ownerNamed = (tx: Transaction, userName: string) =>
  tx.selectFrom('users').select(['user_id', 'email', 'locale']).where('user_name', '=', userName).executeTakeFirst();
