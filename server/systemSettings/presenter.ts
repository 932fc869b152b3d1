/** Maps settings to the contract. */
import type { SystemSetting } from '../../api/contract/systemSettings.ts';
import { systemSettings, type SettingName } from '../../api/contract/systemSettings.registry.ts';
import type { Config } from '../config/config.ts';
import { supportAddress } from '../mail/addresses.ts';
import { isFixed, valueIn } from './live.ts';
import type { StoredSetting } from './repository.ts';

interface Installation {
  readonly config: Config;
  readonly publicUrl: () => string;
}

export function presentSetting(installation: Installation, name: SettingName, row: StoredSetting | undefined): SystemSetting {
  const value = valueIn(installation.config, name);
  const isStored = row !== undefined && row.value !== null;
  return {
    name,
    value,
    default: systemSettings[name].default,
    source: isFixed(installation.config, name) ? 'environment' : isStored ? 'administrator' : 'default',
    variable: systemSettings[name].variable,
    changedBy: row?.changed_by ?? null,
    changedAt: row?.changed_at.toISOString() ?? null,
    effective: name === 'supportAddress' && value === null ? supportAddress(installation) : null,
    version: row?.version ?? 0,
  };
}
