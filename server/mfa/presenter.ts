/** Maps a user's MFA state to the contract. */
import type { MfaStatus } from '../../api/contract/mfa.ts';
import type { Config } from '../config/config.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import type { MfaState } from './repository.ts';

export const presentStatus = (config: Pick<Config, 'ADMIN_MFA'>, row: MfaState): MfaStatus => ({
  enabled: row.mfa_enrolled_at !== null,
  required: mfaRequiredBy(config, row) !== null,
  requiredBy: mfaRequiredBy(config, row),
  enrolledAt: row.mfa_enrolled_at?.toISOString() ?? null,
  recoveryCodesLeft: row.codes_left,
  rememberedBrowsers: row.browsers,
});
