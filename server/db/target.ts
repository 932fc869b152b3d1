/** A user's row as the policies judge it. */
import type { Target } from '../../api/contract/users.policy.ts';

interface TargetRow {
  user_id: string;
  organisation_id: string;
  house: boolean;
  roles: readonly string[];
  enabled: boolean;
  registered_at: Date | null;
  /** Read where the policy asks for it. */
  approved?: boolean;
}

export const asTarget = (row: TargetRow): Target => ({
  userId: row.user_id,
  organisationId: row.organisation_id,
  house: row.house,
  roles: row.roles,
  enabled: row.enabled,
  registered: row.registered_at !== null,
  ...(row.approved !== undefined && { approved: row.approved }),
});
