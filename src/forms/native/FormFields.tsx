/** The native controls, bound to a form. */
import { useFormState } from 'react-final-form';
import type { ReactNode } from 'react';
import { Button } from '@src/ui/native/Button.tsx';
import { Checkbox } from '@src/ui/native/Checkbox.tsx';
import { PasswordField } from '@src/ui/native/PasswordField.tsx';
import { Select } from '@src/ui/native/Select.tsx';
import { TextArea } from '@src/ui/native/TextArea.tsx';
import { TextField } from '@src/ui/native/TextField.tsx';
import { formCheckbox, formControl, keepFocus } from '../formControl.tsx';

export const FormTextField = formControl(TextField);
export const FormPasswordField = formControl(PasswordField);
export const FormTextArea = formControl(TextArea);
export const FormSelect = formControl(Select);
export const FormCheckbox = formCheckbox(Checkbox);

/** Primary button; busy while submitting. */
export function SubmitButton({ children }: { readonly children: ReactNode }) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <Button type="submit" kind="primary" busy={submitting} onMouseDown={keepFocus}>
      {children}
    </Button>
  );
}
