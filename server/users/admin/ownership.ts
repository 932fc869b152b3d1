/** The owner of an account: the administrator responsible for it. */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import { UNDO_MAX_AGE_MS } from '../../../api/contract/users.undo.ts';
import { addMs } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { setOwner } from '../../accounts/ownership.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import type { ActionRow } from '../../actions/action.ts';
import type { DetailRow } from '../read/rows.ts';

/** Notifies the former owner. @returns undefined if the actor is the owner already */
export async function takeOwnership(
  tx: Transaction,
  actor: Person,
  user: ActionRow,
  now: Date,
): Promise<{ formerOwner: string | null } | undefined> {
  if (user.owner_id === actor.userId) return undefined;
  await setOwner(tx, user.user_id, actor.userId);
  if (user.owner_id !== null) {
    const former = await tx
      .selectFrom('users')
      .select(['email', 'locale'])
      .where('user_id', '=', user.owner_id)
      .executeTakeFirstOrThrow();
    const mailData = { userName: user.user_name ?? user.email, at: now.toISOString(), owner: actor.displayName };
    await queueMail(tx, former, 'ownerChanged', mailData, now);
  }
  return { formerOwner: user.owner?.userName ?? null };
}

/**
 * Undoes {@link takeOwnership}: the former owner, found in the audit, gets the account back and is notified.
 * @throws Conflict if another administrator has taken it since, or there is nothing to undo
 */
export async function undoTakeOwnership(
  tx: Transaction,
  actor: Person,
  user: DetailRow,
  now: Date,
): Promise<{ formerOwner: string; undone: true }> {
  const name = user.user_name ?? user.email;
  const lastTransfer = await tx
    .selectFrom('audit_events')
    .select([
      sql<string | null>`details->>'formerOwner'`.as('from'),
      sql<boolean>`details ? 'undone'`.as('undone'),
      sql<string>`coalesce(on_behalf_of, actor)`.as('by'),
    ])
    .where(sql`lower(target)`, '=', sql<string>`lower(${name})`)
    .where('action', '=', 'Users.TakeOwnership')
    .where('outcome', '=', 'success')
    .where('at', '>', addMs(now, -UNDO_MAX_AGE_MS))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!lastTransfer || lastTransfer.undone || lastTransfer.by !== actor.userName || user.owner_id !== actor.userId)
    throw problem('Conflict');
  const former = lastTransfer.from === null ? null : await findOwner(tx, lastTransfer.from);
  if (former === undefined) throw problem('Conflict');
  await setOwner(tx, user.user_id, former?.user_id ?? null);
  if (former) await queueMail(tx, former, 'ownerRestored', { userName: name, at: now.toISOString() }, now);
  return { formerOwner: actor.userName, undone: true };
}

const findOwner = (tx: Transaction, userName: string) =>
  tx.selectFrom('users').select(['user_id', 'email', 'locale']).where('user_name', '=', userName).executeTakeFirst();
