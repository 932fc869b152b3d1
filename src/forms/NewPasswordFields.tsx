/** A new password and its confirmation, with the rules in a list that follows the typing. The server judges by the same rules. */
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
  /** Names of the two fields, as the server's faults have them. */
  readonly name: string;
  readonly confirmName: string;
  readonly label: string;
  readonly confirmLabel: string;
  /** Of the product's configuration. */
  readonly minLength: number;
  readonly autoFocus?: boolean;
}

export function NewPasswordFields({ name, confirmName, label, confirmLabel, minLength, autoFocus = false, ...owner }: Props) {
  const { t } = useTranslation('rules');
  const form = useForm();
  const { rules, demands } = usePasswordRules(name, minLength, owner);
  const confirmRules = useMemo(() => {
    // Read when asked: the confirmation is judged anew whenever the password changes, before anything is drawn.
    const typed = () => (form.getState().values as Readonly<Record<string, string | undefined>>)[name] ?? '';
    const repeats: Rule = { ...matches('', label), holds: (confirmation) => matches(typed(), label).holds(confirmation) };
    return [required, repeats];
  }, [form, name, label]);

  return (
    <>
      <FormPasswordField
        name={name}
        label={label}
        rules={rules}
        hint={<RuleList demands={demands} />}
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
