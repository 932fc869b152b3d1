import { Input } from 'antd';
import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import type { FieldText } from './fieldText.ts';

type Props = FieldText & Omit<ComponentProps<typeof Input.TextArea>, 'className'>;

export function TextArea({ label, hint, error, id, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <Input.TextArea rows={4} {...area} {...control} />}
    </Field>
  );
}
