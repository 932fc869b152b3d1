/** The session ended over unsaved changes: the same user logs in again over the page, and waiting requests continue. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { sessionAbandoned } from '@api/client/sessionEvents.ts';
import { useLogInMutation } from '@api/client/login.api.ts';
import { useLogInWithCodeMutation } from '@api/client/mfa.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Outcome } from '@api/contract/login.ts';
import { required } from '@api/contract/rules/required.ts';
import type { SessionUser } from '@store/session/session.slice.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormPasswordField, SubmitButton } from '@src/forms/FormFields.tsx';
import { formFailure, type SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { CodeField } from './CodeField.tsx';

interface Values {
  readonly password?: string;
  readonly code?: string;
}

const fields = ['password', 'code'];
const requiredRules = [required];

export function LogInAgainDialog({ person: { userName } }: { readonly person: SessionUser }) {
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const [logIn] = useLogInMutation();
  const [logInWithCode] = useLogInWithCodeMutation();
  const errorsOf = useSubmitErrors(fields);
  const [asksCode, setAsksCode] = useState(false);
  const leave = () => dispatch(sessionAbandoned());

  /** A completed login closes the dialog by itself. */
  const errorsOfOutcome = ({ outcome }: Outcome): SubmitErrors | undefined => {
    if (outcome === 'MfaCodeRequired') setAsksCode(true);
    return outcome === 'SignedIn' || outcome === 'MfaCodeRequired' ? undefined : formFailure(t('again.rejected'));
  };
  const submit = async ({ password = '', code = '' }: Values) => {
    const { data, error } = await (asksCode
      ? logInWithCode(seal({ body: { code } }))
      : logIn(seal({ body: { userName, password } })));
    if (data) return errorsOfOutcome(data);
    if (data === undefined) return errorsOf(error);
    // Too many wrong codes, or the time is up: starts again with the password.
    setAsksCode(false);
    dispatch(noticeRaised({ message: { phrase: 'mfa:logIn.over' }, severity: 'warning' }));
    return undefined;
  };

  return (
    <Dialog title={t('again.title')} onDecline={leave}>
      <p>{t('again.text')}</p>
      <p className="muted">{t('again.as', { userName })}</p>
      <Form<Values> key={String(asksCode)} autofilled onSubmit={submit}>
        {asksCode ? (
          <CodeField name="code" label={t('again.code')} />
        ) : (
          <FormPasswordField
            name="password"
            label={t('again.password')}
            rules={requiredRules}
            autoComplete="current-password"
            autoFocus
          />
        )}
        <SubmitButton>{t('again.submit')}</SubmitButton>
      </Form>
      <div className="button-row">
        <Button onClick={leave}>{t('again.leave')}</Button>
      </div>
    </Dialog>
  );
}
