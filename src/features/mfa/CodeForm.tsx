/** The code of the app, or a recovery code, that finishes signing in. Codes live in the form alone. */
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { useLogInWithCodeMutation, useLogInWithRecoveryCodeMutation } from '@api/client/mfa.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { digitsOf, SendWhenComplete } from './SendWhenComplete.tsx';
import { useAskSignIn } from '@src/session/useSignInCheck.ts';

export type Way = 'app' | 'recovery';
export type Finished = ReplyOf<'Mfa.Login'> & Partial<Pick<ReplyOf<'Mfa.RecoveryCode'>, 'recoveryCodesLeft'>>;

interface Props {
  readonly way: Way;
  readonly onFinished: (outcome: Finished) => Promise<void>;
  /** No code helps any more: the half-done sign-in has ended. */
  readonly onOver: () => void;
}

interface Values {
  readonly code: string;
  readonly rememberBrowser?: boolean;
}

const fields = ['code'];
const presence = [required];

export function CodeForm({ way, onFinished, onOver }: Props) {
  const { t } = useTranslation('mfa');
  const [byCode] = useLogInWithCodeMutation();
  const [byRecoveryCode] = useLogInWithRecoveryCodeMutation();
  const ask = useAskSignIn();
  const errorsOf = useSubmitErrors(fields);

  const submit = async ({ code, rememberBrowser = false }: Values) => {
    const { data, error } =
      way === 'app'
        ? await byCode(seal({ body: { code: digitsOf(code), rememberBrowser } }))
        : await byRecoveryCode(seal({ body: { code: code.trim() } }));
    if (data) {
      await onFinished(data);
      return undefined;
    }
    // The last wrong code is refused like the ones before it; that it was the last, only the session check says.
    const isWrong = error !== undefined && problemCode(problemOf(error)) === 'InvalidCode';
    const isOver = data === null || (isWrong && (await ask()).data?.kind === 'anonymous');
    if (!isOver) return errorsOf(error);
    onOver();
    return undefined;
  };

  return (
    <Form<Values> onSubmit={submit}>
      {way === 'app' ? (
        <>
          <FormTextField
            name="code"
            label={t('code')}
            rules={presence}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
          <SendWhenComplete name="code" />
          <FormCheckbox name="rememberBrowser" label={t('logIn.remember')} />
        </>
      ) : (
        <FormTextField
          name="code"
          label={t('logIn.recovery')}
          rules={presence}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
      )}
      <SubmitButton>{t('logIn.submit')}</SubmitButton>
    </Form>
  );
}
