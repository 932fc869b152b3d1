/** A setting's value in words, with its unit. */
import { useTranslation } from 'react-i18next';
import { settingOf, type SettingName, type SettingValue } from '@api/contract/systemSettings.registry.ts';
import { orDefault } from '@api/contract/systemSettings.policy.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

export function useSettingValues(): (name: SettingName, value: SettingValue) => string {
  const { t } = useTranslation('systemSettings');
  const formats = useFormats();
  return (name, given) => {
    const setting = settingOf(name);
    const value = orDefault(name, given);
    if (setting.kind === 'integer' && typeof value === 'number')
      return t(`unit.${setting.unit}`, { count: value, total: formats.number(value) });
    if (setting.kind === 'boolean') return t(value === true ? 'on' : 'off');
    return value === null ? t('none') : String(value);
  };
}
