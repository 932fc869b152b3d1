/** Decides who has to use MFA: by an administrator's setting for the user, by the organisation's rule, and by ADMIN_MFA. */
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { MfaStatus } from '../../api/contract/mfa.ts';
import type { Config } from '../config/config.ts';

export interface MfaRuleRow {
  mfa_required: boolean;
  mfa_required_override: boolean | null;
  roles: readonly string[];
  house: boolean;
}

/** The rule that requires MFA; null: it is up to the user. No exemption lifts the rule for administrative roles. */
export function mfaRequiredBy({ ADMIN_MFA }: Pick<Config, 'ADMIN_MFA'>, row: MfaRuleRow): MfaStatus['requiredBy'] {
  if (row.mfa_required_override ?? row.mfa_required) return row.mfa_required ? 'organisation' : 'administrator';
  return ADMIN_MFA === 'required' && hasAdministrativeRole(row) ? 'role' : null;
}
