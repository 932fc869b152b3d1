/** Why a setting cannot have a value, in words. */
import { useTranslation } from 'react-i18next';
import { settingOf, type SettingName } from '@api/contract/systemSettings.registry.ts';
import type { SettingFault } from '@api/contract/systemSettings.policy.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

export function useFaultText(): (name: SettingName, fault: SettingFault) => string {
  const { t } = useTranslation('systemSettings');
  const { t: rules } = useTranslation('rules');
  const formats = useFormats();
  return (name, fault) => {
    const setting = settingOf(name);
    if ('rule' in fault)
      return ruleMessage({ code: fault.rule, ...(fault.values && { values: fault.values }) }, t(`name.${name}`), rules);
    return setting.kind === 'integer'
      ? t('wrong.integer', { min: formats.number(setting.min), max: formats.number(setting.max) })
      : '';
  };
}
