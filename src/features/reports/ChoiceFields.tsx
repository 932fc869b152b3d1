/** Time zones, to choose from by typing a part of the name, and days. */
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@src/ui/Field.tsx';
import type { FieldText } from '@src/ui/fieldText.ts';
import { labelSearch } from '@src/ui/selectSearch.tsx';
import { DayField } from '@src/forms/DayField.tsx';
import { formControl } from '@src/forms/formControl.tsx';
import { zones } from './zoneDays.ts';

interface Props extends FieldText {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

function ZoneChoice({ label, hint, error, value, onChange }: Props) {
  const { t } = useTranslation('audit');
  const options = useMemo(() => zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), []);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          showSearch={labelSearch}
          // antd's own text is English.
          notFoundContent={t('reports.noZone')}
          options={options}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

export const FormZoneChoice = formControl(ZoneChoice);
export const FormDayChoice = formControl(DayField);
