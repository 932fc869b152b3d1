/** Six digits of an authenticator, or a recovery code where accepted. */
import { required } from '@api/contract/rules/required.ts';
import { FormTextField } from '@src/forms/FormFields.tsx';

const requiredRules = [required];

export function CodeField({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <FormTextField name={name} label={label} rules={requiredRules} inputMode="numeric" autoComplete="one-time-code" autoFocus />
  );
}
