/** A new password and its confirmation, with a live list of the rules. The server checks the same rules. */
import { type FunctionComponent, type ReactNode, useMemo } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { matches } from '@api/contract/rules/password.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { RuleList } from '@src/ui/RuleList.tsx';
import type { FormFieldProps } from './useFormField.ts';
import { usePasswordRules, type PasswordOwner } from './usePasswordRules.ts';

export interface NewPasswordProps extends PasswordOwner {
  /** Name of the password field, as in the server's field errors. */
  readonly name: string;
  readonly confirmName: string;
  readonly label: string;
  readonly confirmLabel: string;
  /** The minimum from the page's configuration. */
  readonly minLength: number;
  readonly autoFocus?: boolean;
}

// No interface: antd's inputs take any `data-` attribute, which only a type alias may leave out.
type PasswordFieldProps = Pick<FormFieldProps, keyof FormFieldProps> & {
  readonly hint?: ReactNode;
  readonly autoComplete: 'new-password';
  readonly autoFocus?: boolean;
};

interface CoreProps extends NewPasswordProps {
  readonly Field: FunctionComponent<PasswordFieldProps>;
}

export function NewPasswordFieldsCore({
  Field,
  name,
  confirmName,
  label,
  confirmLabel,
  minLength,
  autoFocus = false,
  ...owner
}: CoreProps) {
  const { t } = useTranslation('rules');
  const form = useForm();
  const { rules, checks, strength } = usePasswordRules(name, minLength, owner);
  const confirmRules = useMemo(() => {
    // Read on demand: the confirmation is validated again when the password changes, before a render.
    const currentPassword = () => (form.getState().values as Readonly<Record<string, string | undefined>>)[name] ?? '';
    const matchesPassword: Rule = {
      ...matches('', label),
      holds: (confirmation) => matches(currentPassword(), label).holds(confirmation),
    };
    return [required, matchesPassword];
  }, [form, name, label]);

  return (
    <>
      <Field
        name={name}
        label={label}
        rules={rules}
        hint={
          <>
            <RuleList checks={checks} />
            {strength && <strength.View estimate={strength.estimate} required={strength.required} unmet={strength.unmet} />}
          </>
        }
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <Field
        name={confirmName}
        label={confirmLabel}
        nameInMessages={t('confirmation')}
        rules={confirmRules}
        autoComplete="new-password"
      />
    </>
  );
}
