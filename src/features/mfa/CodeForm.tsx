/** Code of the authenticator app, or a recovery code, to finish the login. Codes stay in the form. */
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { useLogInWithCodeMutation, useLogInWithRecoveryCodeMutation } from '@api/client/mfa.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormCheckbox, FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { digitsOf, SubmitWhenComplete } from './SubmitWhenComplete.tsx';
import { useQuerySignIn } from '@src/session/useSignInCheck.ts';

export type CodeKind = 'app' | 'recovery';
export type Finished = ReplyOf<'Mfa.Login'> & Partial<Pick<ReplyOf<'Mfa.RecoveryCode'>, 'recoveryCodesLeft'>>;

interface Props {
  readonly kind: CodeKind;
  /** Whether the code may be skipped in this browser from now on. */
  readonly mayRemember: boolean;
  /** The length of a code of the app; absent: that of our own. */
  readonly digits: number | undefined;
  readonly onFinished: (outcome: Finished) => Promise<void>;
  /** The pending login has ended; no code can finish it. */
  readonly onExpired: () => void;
}

interface Values {
  readonly code: string;
  readonly rememberBrowser?: boolean;
}

const fields = ['code'];
const presence = [required];

export function CodeForm({ kind, mayRemember, digits, onFinished, onExpired }: Props) {
  const { t } = useTranslation('mfa');
  const { rememberBrowserDays } = usePageConfig();
  const [byCode] = useLogInWithCodeMutation();
  const [byRecoveryCode] = useLogInWithRecoveryCodeMutation();
  const checkSignIn = useQuerySignIn();
  const errorsOf = useSubmitErrors(fields);

  const submit = async ({ code, rememberBrowser = false }: Values) => {
    const { data, error } =
      kind === 'app'
        ? await byCode(seal({ body: { code: digitsOf(code), rememberBrowser } }))
        : await byRecoveryCode(seal({ body: { code: code.trim() } }));
    if (data) {
      await onFinished(data);
      return undefined;
    }
    // The last allowed wrong code gets the same response as earlier ones; only a session check shows the end.
    const refusal = error && problemCode(problemOf(error));
    const isWrong = refusal === 'InvalidCode' || refusal === 'CodeOfOtherTime';
    const isExpired = data === null || (isWrong && (await checkSignIn()).data?.kind === 'anonymous');
    if (!isExpired) return errorsOf(error);
    onExpired();
    return undefined;
  };

  return (
    <Form<Values> onSubmit={submit}>
      {kind === 'app' ? (
        <>
          <FormTextField
            name="code"
            label={t('code')}
            rules={presence}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
          <SubmitWhenComplete name="code" digits={digits} />
          {mayRemember && <FormCheckbox name="rememberBrowser" label={t('logIn.remember', { count: rememberBrowserDays })} />}
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
