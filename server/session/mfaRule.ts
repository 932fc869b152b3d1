/** Decides who has to use MFA: by an administrator's setting for the user, by the organisation's rule, and by ADMIN_MFA. */
import { sql } from 'kysely';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { MfaStatus } from '../../api/contract/mfa.ts';
import type { Config } from '../config/config.ts';

export interface MfaRuleRow {
  mfa_required: boolean;
  mfa_required_override: boolean | null;
  roles: readonly string[];
  house: boolean;
  /** An account for emergencies, which logs in with a second factor of its own. */
  is_break_glass: boolean;
}

/** SQL of `is_break_glass`, for `users as u`. */
export const isBreakGlass = sql<boolean>`EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)`.as(
  'is_break_glass',
);

/** The rule that requires MFA; null: it is up to the user. No exemption lifts the rule for administrative roles and accounts for emergencies. */
export function mfaRequiredBy({ ADMIN_MFA }: Pick<Config, 'ADMIN_MFA'>, row: MfaRuleRow): MfaStatus['requiredBy'] {
  if (row.mfa_required_override ?? row.mfa_required) return row.mfa_required ? 'organisation' : 'administrator';
  if (row.is_break_glass) return 'administrator';
  return ADMIN_MFA === 'required' && hasAdministrativeRole(row) ? 'role' : null;
}
