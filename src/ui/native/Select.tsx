/** A native select. */
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './Field.tsx';

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

type SelectProps = FieldText & Omit<ComponentProps<'select'>, 'className' | 'children'> & { readonly choices: readonly Choice[] };

export function Select({ label, hint, error, id, choices, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => (
        <select {...select} {...control} className="control">
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
