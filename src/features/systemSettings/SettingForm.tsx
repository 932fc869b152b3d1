/** Changes one setting; what it would change is shown beside it while it is typed. */
import { Button } from 'antd';
import { useState } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useUpdateSettingMutation } from '@api/client/systemSettings.api.ts';
import { problemCode } from '@api/client/clientProblem.ts';
import type { SystemSetting } from '@api/contract/systemSettings.ts';
import { type SettingName, settingOf, type SettingValue } from '@api/contract/systemSettings.registry.ts';
import { settingFault, type SettingFault } from '@api/contract/systemSettings.policy.ts';
import { Form } from '@src/forms/Form.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { useEscape } from '@src/ui/useEscape.ts';
import { SettingPreview } from './SettingPreview.tsx';
import { useSettingValues } from '@src/i18n/useSettingValues.ts';
import { ValueField } from './ValueField.tsx';

const fields = ['value'];

interface Values {
  readonly value: string;
}

interface Props {
  readonly setting: SystemSetting;
  readonly onClose: () => void;
}

export function SettingForm({ setting, onClose }: Props) {
  const { t } = useTranslation(['systemSettings', 'common']);
  const { name, version } = setting;
  const notify = useNotify();
  const errorsOf = useSubmitErrors(fields);
  const faultText = useFaultText();
  const valueText = useSettingValues();
  const [update] = useUpdateSettingMutation();
  // A change by another administrator meanwhile must not reset what is typed.
  const [initial] = useState(() => ({ value: textOf(setting.value) }));
  useEscape(onClose);

  const submit = async ({ value: text }: Values) => {
    const value = meantBy(name, text);
    const fault = settingFault(name, value);
    if (fault) return { value: faultText(name, fault) };
    // The list was read again after a change by another administrator: its version is the one on the screen.
    const { data, error } = await update({ name, body: { value, version } });
    if (error && problemCode(problemOf(error)) !== 'ApprovalNeeded') return errorsOf(error);
    if (data)
      notify('systemSettings:saved', { setting: t(`name.${name}`), value: data.effective ?? valueText(name, data.value) });
    onClose();
    return undefined;
  };
  return (
    <Form<Values> initialValues={initial} onSubmit={submit}>
      <ValueField setting={setting} />
      <Preview name={name} present={setting.value} />
      <div className="row row-tight">
        <SubmitButton block={false}>{t('panel.save')}</SubmitButton>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <ToDefault setting={setting} />
      </div>
    </Form>
  );
}

function Preview({ name, present }: { readonly name: SettingName; readonly present: SettingValue }) {
  const { values } = useFormState<Values>({ subscription: { values: true } });
  return <SettingPreview name={name} present={present} value={meantBy(name, values.value)} />;
}

/** Fills the default in; it is in force once it is saved. */
function ToDefault({ setting }: Pick<Props, 'setting'>) {
  const { t } = useTranslation('systemSettings');
  const form = useForm<Values>();
  if (setting.source !== 'administrator') return null;
  return (
    <Button
      type="text"
      onClick={() => {
        form.change('value', textOf(setting.default));
      }}
    >
      {t('panel.toDefault')}
    </Button>
  );
}

const textOf = (value: SettingValue): string => (value === null ? '' : String(value));

/**
 * The text of a setting's field, and the value that it means.
 * A value that cannot be meant comes back as the text, which the registry refuses.
 */
function meantBy(name: SettingName, text: string): SettingValue {
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

/** Why a setting cannot have a value, in words. */
function useFaultText(): (name: SettingName, fault: SettingFault) => string {
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
