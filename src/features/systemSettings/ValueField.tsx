/** The field of a setting, by its kind, with what it expects. */
import { useTranslation } from 'react-i18next';
import type { SystemSetting } from '@api/contract/systemSettings.ts';
import { settingOf } from '@api/contract/systemSettings.registry.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { FormSelect, FormTextArea, FormTextField } from '@src/forms/FormFields.tsx';
import { useSettingValues } from '@src/i18n/useSettingValues.ts';

export function ValueField({ setting: { name, default: fallback, effective } }: { readonly setting: SystemSetting }) {
  const { t } = useTranslation('systemSettings');
  const formats = useFormats();
  const valueText = useSettingValues();
  const setting = settingOf(name);
  const label = t('panel.newValue');
  const byDefault = t('panel.default', { value: valueText(name, fallback) });
  switch (setting.kind) {
    case 'integer': {
      const range = t('panel.range', {
        min: formats.number(setting.min),
        max: t(`unit.${setting.unit}`, { count: setting.max, total: formats.number(setting.max) }),
      });
      return (
        <FormTextField
          name="value"
          label={label}
          hint={`${range}. ${byDefault}.`}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
        />
      );
    }
    case 'boolean':
      return (
        <FormSelect
          name="value"
          label={label}
          hint={`${byDefault}.`}
          choices={[
            { value: 'true', label: t('on') },
            { value: 'false', label: t('off') },
          ]}
          autoFocus
        />
      );
    case 'address':
      return (
        <FormTextField
          name="value"
          label={label}
          hint={effective === null ? undefined : t('panel.address', { address: effective })}
          type="email"
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      );
    case 'text':
      return (
        <FormTextArea
          name="value"
          label={label}
          hint={t('panel.text', { max: formats.number(setting.maxCharacters) })}
          autoFocus
        />
      );
  }
}
