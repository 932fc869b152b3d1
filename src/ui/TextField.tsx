import { Input } from 'antd';
import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import type { FieldText } from './fieldText.ts';

export type TextFieldProps = FieldText & Omit<ComponentProps<typeof Input>, 'className'>;

export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}
