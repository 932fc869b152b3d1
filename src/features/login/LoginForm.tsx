/** User name and password. The password stays in the form. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@api/contract/login.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormCheckbox, FormPasswordField, FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useLogIn } from './useLogIn.ts';

interface Values {
  readonly userName: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

interface Props {
  readonly application: string;
  readonly returnUrl: string | undefined;
  /** The user name as the application that asks for the login knows it (OpenID Connect, login_hint). */
  readonly userName?: string | undefined;
  readonly onOutcome: (outcome: Outcome, rememberMe: boolean) => Promise<void>;
}

const empty: Values = { userName: '', password: '', rememberMe: false };
const fields = Object.keys(empty);
const presence = [required];

export function LoginForm({ application, returnUrl, userName, onOutcome }: Props) {
  const { t } = useTranslation('login');
  const logIn = useLogIn();
  const errorsOf = useSubmitErrors(fields);
  const [initial] = useState<Values>({ ...empty, userName: userName ?? '' });

  const submit = async (values: Values) => {
    const { data, error } = await logIn({ ...values, applicationName: application, ...(returnUrl && { returnUrl }) });
    if (!data) return errorsOf(error);
    await onOutcome(data, values.rememberMe);
    return undefined;
  };

  return (
    <Form<Values> initialValues={initial} onSubmit={submit}>
      <FormTextField
        name="userName"
        label={t('form.userName')}
        rules={presence}
        autoComplete="username"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <FormPasswordField name="password" label={t('form.password')} rules={presence} autoComplete="current-password" />
      <FormCheckbox name="rememberMe" label={t('form.keep')} />
      <SubmitButton>{t('form.submit')}</SubmitButton>
    </Form>
  );
}
