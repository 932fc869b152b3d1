/** A new password on a signed-in screen. */
import { FormPasswordField } from './FormFields.tsx';
import { NewPasswordFieldsCore, type NewPasswordProps } from './NewPasswordFieldsCore.tsx';

export function NewPasswordFields(props: NewPasswordProps) {
  return <NewPasswordFieldsCore {...props} Field={FormPasswordField} />;
}
