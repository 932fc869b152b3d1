/** The text of a setting's field, and the value that it means. */
import { settingOf, type SettingName, type SettingValue } from '@api/contract/systemSettings.registry.ts';

export const textOf = (value: SettingValue): string => (value === null ? '' : String(value));

/** A value that cannot be meant comes back as the text, which the registry refuses. */
export function meantBy(name: SettingName, text: string): SettingValue {
  const trimmed = text.trim();
  switch (settingOf(name).kind) {
    case 'integer':
      return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
    case 'boolean':
      return trimmed === 'true';
    default:
      return trimmed === '' ? null : trimmed;
  }
}
