/** Maps settings to the contract. */
import type { SystemSetting } from '../../api/contract/systemSettings.ts';
import { systemSettings, type SettingName } from '../../api/contract/systemSettings.registry.ts';
import type { Config } from '../config/config.ts';
import { supportAddress } from '../mail/addresses.ts';
import { isFixed, valueIn } from './live.ts';
import type { StoredSetting } from './repository.ts';

interface Known {
  readonly config: Config;
  readonly publicUrl: () => string;
}

export function presentSetting(known: Known, name: SettingName, row: StoredSetting | undefined): SystemSetting {
  const value = valueIn(known.config, name);
  const isStored = row !== undefined && row.value !== null;
  return {
    name,
    value,
    default: systemSettings[name].default,
    source: isFixed(known.config, name) ? 'environment' : isStored ? 'administrator' : 'default',
    variable: systemSettings[name].variable,
    changedBy: row?.changed_by ?? null,
    changedAt: row?.changed_at.toISOString() ?? null,
    effective: name === 'supportAddress' && value === null ? supportAddress(known) : null,
    version: row?.version ?? 0,
  };
}
