import type { ComponentProps } from 'react';
import { Field, type FieldText } from './Field.tsx';

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'className'>;

export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <textarea {...area} {...control} className="control" />}
    </Field>
  );
}
