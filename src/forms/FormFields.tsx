/** The controls of `src/ui`, bound to a form. */
import { useFormState } from 'react-final-form';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Button } from '@src/ui/Button.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { PasswordField } from '@src/ui/PasswordField.tsx';
import { Select } from '@src/ui/Select.tsx';
import { TextArea } from '@src/ui/TextArea.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { useFormField, type FormFieldProps } from './useFormField.ts';

type Bound<Props> = FormFieldProps & Omit<Props, 'name' | 'label' | 'error' | 'value' | 'onChange' | 'required'>;

export function FormTextField({ rules, nameInMessages, ...props }: Bound<ComponentProps<typeof TextField>>) {
  const { input, error, required } = useFormField<string>({ ...props, rules, nameInMessages });
  return <TextField {...props} {...input} type={props.type ?? 'text'} error={error} required={required} />;
}

export function FormPasswordField({ rules, nameInMessages, ...props }: Bound<ComponentProps<typeof PasswordField>>) {
  const { input, error, required } = useFormField<string>({ ...props, rules, nameInMessages });
  return <PasswordField {...props} {...input} error={error} required={required} />;
}

export function FormTextArea({ rules, nameInMessages, ...props }: Bound<ComponentProps<typeof TextArea>>) {
  const { input, error, required } = useFormField<string>({ ...props, rules, nameInMessages });
  return <TextArea {...props} {...input} error={error} required={required} />;
}

export function FormSelect({ rules, nameInMessages, ...props }: Bound<ComponentProps<typeof Select>>) {
  const { input, error, required } = useFormField<string>({ ...props, rules, nameInMessages });
  return <Select {...props} {...input} error={error} required={required} />;
}

export function FormCheckbox({
  rules,
  nameInMessages,
  ...props
}: Bound<ComponentProps<typeof Checkbox>> & { readonly label: string }) {
  const { input, error, required } = useFormField<boolean>({ ...props, rules, nameInMessages }, 'checkbox');
  const { value: _value, type: _type, ...bound } = input;
  return <Checkbox {...props} {...bound} error={error} required={required} />;
}

/** Keeps the focus in the field: its blur would show an error that moves the button away from under the pointer. */
export const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
};

/** Primary button; busy while submitting. */
export function SubmitButton({ children }: { readonly children: ReactNode }) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <Button type="submit" kind="primary" wide busy={submitting} onMouseDown={keepFocus}>
      {children}
    </Button>
  );
}
