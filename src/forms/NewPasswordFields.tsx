/** A new password and its confirmation, with a live list of the rules. The server checks the same rules. */
import { useMemo } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { matches } from '@api/contract/rules/password.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { RuleList } from '@src/ui/RuleList.tsx';
import { FormPasswordField } from './FormFields.tsx';
import { usePasswordRules, type PasswordOwner } from './usePasswordRules.ts';

interface Props extends PasswordOwner {
  /** Name of the password field, as in the server's field errors. */
  readonly name: string;
  readonly confirmName: string;
  readonly label: string;
  readonly confirmLabel: string;
  /** From the page's configuration. */
  readonly minLength: number;
  readonly autoFocus?: boolean;
}

export function NewPasswordFields({ name, confirmName, label, confirmLabel, minLength, autoFocus = false, ...owner }: Props) {
  const { t } = useTranslation('rules');
  const form = useForm();
  const { rules, checks } = usePasswordRules(name, minLength, owner);
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
      <FormPasswordField
        name={name}
        label={label}
        rules={rules}
        hint={<RuleList checks={checks} />}
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <FormPasswordField
        name={confirmName}
        label={confirmLabel}
        nameInMessages={t('confirmation')}
        rules={confirmRules}
        autoComplete="new-password"
      />
    </>
  );
}
