/** Settings of the installation. */
import type { ColumnType } from 'kysely';
import type { SettingValue } from '../../../api/contract/systemSettings.registry.ts';

/** A row for each setting that an administrator has changed; `null` as JSON: back to its default. */
interface SystemSettingsTable {
  name: string;
  value: ColumnType<SettingValue, string, string>;
  version: number;
  /** Null: the account is gone. */
  changed_by: string | null;
  changed_at: Date;
}

export interface SystemSettingsTables {
  system_settings: SystemSettingsTable;
}
