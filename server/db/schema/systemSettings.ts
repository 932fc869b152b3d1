/** Settings of the installation. */
import type { ColumnType } from 'kysely';
import type { SettingValue } from '../../../api/contract/systemSettings.registry.ts';

/** A row for each setting that an administrator has changed; without a value it is back to its default. */
interface SystemSettingsTable {
  name: string;
  value: ColumnType<SettingValue, string | null, string | null>;
  version: number;
  /** Null: the account is gone. */
  changed_by: string | null;
  changed_at: Date;
}

export interface SystemSettingsTables {
  system_settings: SystemSettingsTable;
}
