/** Long lists to choose from, by typing a part of the name: actions and time zones. */
import { Input, Select } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@src/ui/Field.tsx';
import type { FieldText } from '@src/ui/fieldText.ts';
import { ActionSelect } from '@src/forms/ActionSelect.tsx';
import { formControl } from '@src/forms/formControl.tsx';
import { zones } from './zoneDays.ts';

interface Props extends FieldText {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** By label, which the user sees. */
const search = { optionFilterProp: 'label' };

function ZoneChoice({ label, hint, error, value, onChange }: Props) {
  const { t } = useTranslation('audit');
  const options = useMemo(() => zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), []);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          showSearch={search}
          // antd's own is English.
          notFoundContent={t('reports.noZone')}
          options={options}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

const DayPicker = lazy(() => import(/* webpackChunkName: "dayPicker" */ '@src/ui/DayPicker.tsx'));

function DayChoice({ label, hint, error, value, onChange }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Suspense fallback={<Input {...control} readOnly />}>
          <DayPicker control={control} value={value} onValue={onChange} />
        </Suspense>
      )}
    </Field>
  );
}

export const FormActionChoice = formControl(ActionSelect);
export const FormZoneChoice = formControl(ZoneChoice);
export const FormDayChoice = formControl(DayChoice);
