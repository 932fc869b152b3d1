/** SQL of invitations: rows of `users` without a user name. */
import { sql, type SqlBool } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { inScopeOf } from '../db/target.ts';

export function selectInvites(queries: Queries) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('users as i', 'i.user_name', 'u.invited_by')
    .select(['u.user_id', 'u.email', 'u.first_name', 'u.last_name', 'u.title', 'u.organisation_id', 'u.roles', 'u.locale'])
    .select(['u.enabled', 'u.registered_at', 'u.invite_expires_at', 'u.invited_by', 'o.name as organisation_name', 'o.house'])
    .select((column) => column.fn.coalesce('i.display_name', 'u.invited_by').as('inviter'));
}
export type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvites>['execute']>>[number];

export const findInvite = (queries: Queries, userId: string): Promise<InviteRow | undefined> =>
  selectInvites(queries).where('u.user_id', '=', userId).executeTakeFirst();

/** Invitations in the actor's scope. */
export const findInvites = (queries: Queries, actor: Person, userIds: readonly string[]): Promise<InviteRow[]> =>
  selectInvites(queries)
    .where(sql<SqlBool>`u.user_id = ANY(${[...userIds]}::uuid[])`)
    .where(inScopeOf(actor))
    .execute();

/** An invitation in the actor's scope, locked until the transaction ends. */
export const lockInvite = (tx: Transaction, actor: Person, userId: string): Promise<InviteRow | undefined> =>
  selectInvites(tx).where('u.user_id', '=', userId).where(inScopeOf(actor)).forUpdate('u').executeTakeFirst();

/** Whether a link was mailed before. */
export async function wasMailed(queries: Queries, userId: string): Promise<boolean> {
  const link = await queries
    .selectFrom('links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

export async function rolesExist(queries: Queries, roleNames: readonly string[]): Promise<boolean> {
  const known = await queries
    .selectFrom('roles')
    .select('role_name')
    .where(sql<SqlBool>`role_name = ANY(${[...roleNames]}::text[])`)
    .execute();
  return new Set(roleNames).size === known.length;
}
