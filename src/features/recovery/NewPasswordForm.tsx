/** The new password, and the MFA code while the link is unproven. Both stay in the form. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { type ClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { seal } from '@api/client/secrets.ts';
import { useChangePasswordMutation } from '@api/client/security.api.ts';
import type { BodyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { NewPasswordFields } from '@src/forms/native/NewPasswordFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { paths } from '@src/paths.ts';

interface Values {
  readonly mfaCode?: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

interface Props {
  /** Proves the link with an MFA code; undefined if already proven. */
  readonly prove: ((mfaCode: string) => Promise<ClientProblem | undefined>) | undefined;
  /** Called if the server does not accept the grant of the link any more. */
  readonly onLinkGone: () => void;
}

/** Long enough to read on the next page. */
const NOTICE_MS = 15_000;
const fields = ['mfaCode', 'newPassword', 'confirmPassword'];
const presence = [required];

/** The grant expired or was used. A request for the current password comes from an unrelated session. */
const isGrantGone = (problem: ClientProblem): boolean =>
  problemCode(problem) === 'LinkGone' ||
  problemCode(problem) === 'GrantRequired' ||
  (problem.kind === 'problem' && problem.body.fields?.currentPassword !== undefined);

export function NewPasswordForm({ prove, onLinkGone }: Props) {
  const { t } = useTranslation('recovery');
  const { passwordMinLength } = usePageConfig();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const setPassword = useNewPassword();
  const errorsOf = useSubmitErrors(fields);
  // Fixed at mount: an accepted code removes its field without moving the focus.
  const [asksCode] = useState(prove !== undefined);

  const submit = async ({ mfaCode = '', newPassword, confirmPassword }: Values) => {
    const refused = await prove?.(mfaCode.replace(/\s/g, ''));
    if (refused) return errorsOf(refused);
    const error = await setPassword({ newPassword, confirmPassword });
    if (error === undefined) {
      const message = { phrase: 'recovery:choose.done' } as const;
      dispatch(noticeRaised({ message, severity: 'success', timeout: NOTICE_MS }));
      void navigate(paths.login.to({}, carried), { replace: true });
      return undefined;
    }
    const problem = problemOf(error);
    if (isGrantGone(problem)) {
      onLinkGone();
      return undefined;
    }
    return errorsOf(problem);
  };

  return (
    <Form<Values> onSubmit={submit}>
      {prove && (
        <FormTextField
          name="mfaCode"
          label={t('choose.code')}
          hint={t('choose.codeHint')}
          rules={presence}
          autoComplete="one-time-code"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
      )}
      <NewPasswordFields
        name="newPassword"
        confirmName="confirmPassword"
        label={t('choose.password')}
        confirmLabel={t('choose.confirm')}
        minLength={passwordMinLength}
        hasFormer
        autoFocus={!asksCode}
      />
      <SubmitButton>{t('choose.submit')}</SubmitButton>
    </Form>
  );
}

type NewPassword = Pick<BodyOf<'ChangeDetails.ChangePassword'>, 'newPassword' | 'confirmPassword'>;

/** Sets a new password with the grant of a recovery link. Resolves to the error, or undefined. */
function useNewPassword(): (body: NewPassword) => Promise<unknown> {
  const [change] = useChangePasswordMutation();
  return useCallback(async (body) => (await change(seal({ body }))).error, [change]);
}
