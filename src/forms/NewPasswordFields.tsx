/** A new password and its confirmation, with the rules in a list that follows the typing. The server judges by the same rules. */
import { useMemo } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { matches, newPasswordRules, passwordBytes, passwordPattern } from '@api/contract/rules/password.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { RuleList } from '@src/ui/RuleList.tsx';
import { FormPasswordField } from './FormFields.tsx';

interface Props {
  /** Names of the two fields, as the server's faults have them. */
  readonly name: string;
  readonly confirmName: string;
  readonly label: string;
  readonly confirmLabel: string;
  /** Of the product's configuration. */
  readonly minLength: number;
  readonly autoFocus?: boolean;
}

type ChecklistKey = 'minLength' | 'lowercase' | 'uppercase' | 'number';

export function NewPasswordFields({ name, confirmName, label, confirmLabel, minLength, autoFocus = false }: Props) {
  const { t } = useTranslation('rules');
  const form = useForm();
  const { input } = useField<string | undefined>(name, { subscription: { value: true } });
  const password = input.value ?? '';

  const checklist = useMemo(() => newPasswordRules({ minLength }), [minLength]);
  const rules = useMemo(() => [required, ...checklist, passwordPattern, passwordBytes], [checklist]);
  const confirmRules = useMemo(() => {
    // Read when asked: the confirmation is judged anew whenever the password changes, before anything is drawn.
    const typed = () => (form.getState().values as Readonly<Record<string, string | undefined>>)[name] ?? '';
    const repeats: Rule = { ...matches('', label), holds: (confirmation) => matches(typed(), label).holds(confirmation) };
    return [required, repeats];
  }, [form, name, label]);

  const demands = checklist.map(({ code, values, holds }) => ({
    key: code,
    text: t(`checklist.${code as ChecklistKey}`, { count: 0, ...values }),
    met: holds(password),
  }));
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
      <FormPasswordField name={confirmName} label={confirmLabel} rules={confirmRules} autoComplete="new-password" />
    </>
  );
}
