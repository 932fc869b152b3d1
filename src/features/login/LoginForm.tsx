/** User name and password. The password stays in the form. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import type { Outcome } from '@api/contract/login.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormCheckbox, FormPasswordField, FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useLazyStore } from '@src/lazyStore.ts';

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

interface LogInReply {
  readonly data?: ReplyOf<'Login.Login'> | undefined;
  readonly error?: unknown;
}

/** A chunk that fails to load counts as a network failure. */
const offline: ClientProblem = { kind: 'network' };

/** Logs in once the Redux store and the API client are loaded. */
function useLogIn(): (body: ArgsOf<'Login.Login'>['body']) => Promise<LogInReply> {
  const store = useLazyStore();
  return useCallback(
    async (body) => {
      const parts = Promise.all([store.open(), import(/* webpackChunkName: "store" */ './logIn.ts')]);
      const ready = await parts.catch(() => undefined);
      if (!ready) return { error: offline };
      const [{ dispatch }, { logIn }] = ready;
      return dispatch(logIn(body));
    },
    [store],
  );
}
