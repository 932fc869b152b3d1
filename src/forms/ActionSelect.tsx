/** An action of the audit, or all of one noun, found by typing a part of its name. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { actionName } from '@api/contract/audit.words.ts';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useActionChoices } from '@src/i18n/useActionChoices.ts';
import { Field } from '@src/ui/Field.tsx';
import type { FieldText } from '@src/ui/fieldText.ts';
import { labelSearch } from '@src/ui/selectSearch.tsx';

interface Props extends FieldText {
  /** `Users.Unlock`, `Users.` for all of a noun, or empty for any. */
  readonly value: string;
  readonly onChange: (action: string) => void;
}

export function ActionSelect({ label, hint, error, value, onChange }: Props) {
  const { t } = useTranslation('audit');
  const words = useEventWords();
  const groups = useActionChoices();
  const isKnown = value === '' || groups.some(({ options }) => options.some((option) => option.value === value));
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          showSearch={labelSearch}
          virtual={false}
          popupMatchSelectWidth={false}
          // antd's own text is English.
          notFoundContent={t('filter.noAction')}
          options={[
            { value: '', label: t('filter.any') },
            ...(isKnown ? [] : [{ value, label: actionName(value, words) }]),
            ...groups.map((group) => ({ ...group, options: [...group.options] })),
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
