/** The account of a changed e-mail address, locked, and whoever changed it. */
import { mayEditField } from '../../../api/contract/users.policy.ts';
import type { Transaction } from '../../db/database.ts';
import { lostRoles } from '../../db/target.ts';
import { toPerson } from '../../session/principals.ts';

export type ChangingUser = NonNullable<Awaited<ReturnType<typeof lockChanging>>>;

export const lockChanging = (tx: Transaction, userId: string, now: Date) =>
  tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.locale', 'u.roles', 'u.enabled', 'u.registered', 'u.registered_at'])
    .select(['u.organisation_id', 'u.pending_email', 'u.pending_email_by', 'u.pending_email_at', 'o.house'])
    .select(lostRoles(now))
    .where('u.user_id', '=', userId)
    .forUpdate('u')
    .executeTakeFirst();

/** Whether the initiator still has the right to change the address: they may have been disabled or demoted since. */
export async function mayInitiatorChange(tx: Transaction, user: ChangingUser): Promise<boolean> {
  if (!user.enabled || user.pending_email_by === null) return false;
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.display_name', 'u.email', 'u.organisation_id', 'u.roles', 'o.house'])
    .where('u.user_id', '=', user.pending_email_by)
    .where('u.enabled', '=', true)
    .where('o.approved', '=', true)
    .executeTakeFirst();
  const target = {
    userId: user.user_id,
    organisationId: user.organisation_id,
    house: user.house,
    roles: user.roles,
    lostRoles: user.lost_roles,
    enabled: user.enabled,
    registered: user.registered,
  };
  return row !== undefined && mayEditField(toPerson(row), target, 'email') === null;
}
