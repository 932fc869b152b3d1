/** A new password in the sign-in family. */
import { NewPasswordFieldsCore, type NewPasswordProps } from '../NewPasswordFieldsCore.tsx';
import { FormPasswordField } from './FormFields.tsx';

export function NewPasswordFields(props: NewPasswordProps) {
  return <NewPasswordFieldsCore {...props} Field={FormPasswordField} />;
}
