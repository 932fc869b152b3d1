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
import { uncontrolled, uncontrolledCheckbox } from './uncontrolled.tsx';

export const FormTextField = formControl(uncontrolled(TextField));
export const FormPasswordField = formControl(uncontrolled(PasswordField));
export const FormTextArea = formControl(uncontrolled(TextArea));
export const FormSelect = formControl(uncontrolled(Select));
export const FormCheckbox = formCheckbox(uncontrolledCheckbox(Checkbox));

/** Primary button; busy while submitting. */
export function SubmitButton({ children }: { readonly children: ReactNode }) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <Button type="submit" kind="primary" busy={submitting} onMouseDown={keepFocus}>
      {children}
    </Button>
  );
}
