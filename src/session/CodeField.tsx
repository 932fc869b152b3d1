/** The six digits of an authenticator, or a recovery code where one is taken too. */
import { required } from '@api/contract/rules/required.ts';
import { FormTextField } from '@src/forms/FormFields.tsx';

const presence = [required];

export function CodeField({ name, label }: { readonly name: string; readonly label: string }) {
  return <FormTextField name={name} label={label} rules={presence} inputMode="numeric" autoComplete="one-time-code" autoFocus />;
}
