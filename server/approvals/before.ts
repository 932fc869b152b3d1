/** What a request would change on a user, as it is when it is requested: the approver reads both. */
import { sql } from 'kysely';
import type { ApprovalDetail } from '../../api/contract/approvals.shapes.ts';
import type { Queries } from '../db/database.ts';

/** @param userId null for another target, whose act says what is there before */
export async function findBefore(queries: Queries, userId: string | null): Promise<ApprovalDetail> {
  if (userId === null) return {};
  const user = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('users as w', 'w.user_id', 'u.owner_id')
    .select(['u.email', 'u.first_name as firstName', 'u.last_name as lastName', 'u.title', 'u.roles', 'o.name as organisation'])
    .select(sql<boolean>`coalesce(u.mfa_required_override, o.mfa_required)`.as('required'))
    .select(sql<string>`coalesce(w.display_name, '')`.as('owner'))
    .where('u.user_id', '=', userId)
    .executeTakeFirst();
  return user ?? {};
}
