import type { ComponentProps } from 'react';
import { Field, type FieldText } from './Field.tsx';

export type TextFieldProps = FieldText & Omit<ComponentProps<'input'>, 'className'>;

export function TextField({ label, hint, error, id, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <input {...input} {...control} type={type} className="control" />}
    </Field>
  );
}
