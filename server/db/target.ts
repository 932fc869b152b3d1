/** Restricts users to an administrator's scope, as a condition on `users as u`, and makes the input of the policies from a user's row. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { Target } from '../../api/contract/users.policy.ts';

/** Users outside the scope are found neither in lists nor by name. */
export const inScopeOf = (actor: Person): Expression<SqlBool> =>
  isSystemAdmin(actor) ? sql<SqlBool>`true` : sql<SqlBool>`u.organisation_id = ${actor.organisationId}`;

interface TargetRow {
  user_id: string;
  organisation_id: string;
  house: boolean;
  roles: readonly string[];
  enabled: boolean;
  registered_at: Date | null;
  /** Set where the policy needs it. */
  approved?: boolean;
  lost_roles?: readonly string[];
  managed_by?: string | null;
}

/** Roles that `users as u` lost within the last 24 hours. */
export const lostRoles = (now: Date) =>
  sql<
    string[]
  >`ARRAY(SELECT l.role_name FROM lost_roles l WHERE l.user_id = u.user_id AND l.lost_at > ${now}::timestamptz - interval '24 hours')`.as(
    'lost_roles',
  );

export const asTarget = (row: TargetRow): Target => ({
  userId: row.user_id,
  organisationId: row.organisation_id,
  house: row.house,
  roles: row.roles,
  enabled: row.enabled,
  registered: row.registered_at !== null,
  ...(row.lost_roles && { lostRoles: row.lost_roles }),
  ...(row.approved !== undefined && { approved: row.approved }),
  ...(row.managed_by === 'SCIM' && { managed: true }),
});
