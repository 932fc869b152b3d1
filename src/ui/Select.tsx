/** Select of one of few choices. */
import { Select as AntdSelect } from 'antd';
import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import type { Choice, FieldText } from './fieldText.ts';

interface Props<Value extends string>
  extends FieldText, Pick<ComponentProps<typeof AntdSelect>, 'id' | 'disabled' | 'autoFocus' | 'onFocus' | 'onBlur'> {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly name?: string;
  readonly required?: boolean;
}

export function Select<Value extends string>({
  label,
  hint,
  error,
  id,
  choices,
  required,
  name: _name,
  ...select
}: Props<Value>) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => (
        <AntdSelect<Value>
          {...select}
          {...control}
          // antd's combobox exposes no value: its text is beside it.
          aria-description={choices.find(({ value }) => value === select.value)?.label}
          aria-required={required}
          options={[...choices]}
          popupMatchSelectWidth={false}
        />
      )}
    </Field>
  );
}
