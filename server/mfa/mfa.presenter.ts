/** Maps a user's MFA state to the contract. */
import type { MfaStatus } from '../../api/contract/mfa.ts';
import { isRequired, type MfaState } from './mfa.repository.ts';

export const presentStatus = (row: MfaState): MfaStatus => ({
  enabled: row.mfa_enrolled_at !== null,
  required: isRequired(row),
  requiredBy: !isRequired(row) ? null : row.mfa_required ? 'organisation' : 'administrator',
  enrolledAt: row.mfa_enrolled_at?.toISOString() ?? null,
  recoveryCodesLeft: row.codes_left,
  rememberedBrowsers: row.browsers,
});
