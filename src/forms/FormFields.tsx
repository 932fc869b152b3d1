/** The controls of signed-in screens, bound to a form. */
import { useFormState } from 'react-final-form';
import type { ReactNode } from 'react';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { PasswordField } from '@src/ui/PasswordField.tsx';
import { Select } from '@src/ui/Select.tsx';
import { TextArea } from '@src/ui/TextArea.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { formCheckbox, formControl, keepFocus } from './formControl.tsx';

export const FormTextField = formControl(TextField);
export const FormPasswordField = formControl(PasswordField);
export const FormTextArea = formControl(TextArea);
export const FormSelect = formControl(Select);
export const FormCheckbox = formCheckbox(Checkbox);

interface SubmitButtonProps {
  /** Whether the button is as wide as the form. */
  readonly block?: boolean;
  readonly size?: 'small' | 'middle';
  readonly children: ReactNode;
}

/** Primary button; busy while submitting. */
export function SubmitButton({ block = true, size = 'middle', children }: SubmitButtonProps) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <BusyButton htmlType="submit" type="primary" block={block} size={size} busy={submitting} onMouseDown={keepFocus}>
      {children}
    </BusyButton>
  );
}
