/** Proof of identity by the password, for a user without a second factor. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormPasswordField, SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';

interface Values {
  readonly password?: string;
}

const fields = ['password'];
const requiredRules = [required];

export function ConfirmByPassword() {
  const { t } = useTranslation('session');
  const [confirmIdentity] = useConfirmIdentityMutation();
  const errorsOf = useSubmitErrors(fields);
  const [needsCode, setNeedsCode] = useState(false);

  const submit = async ({ password = '' }: Values) => {
    const { error } = await confirmIdentity(seal({ body: { password } }));
    if (!error) return undefined;
    // A second factor was set up since the page was loaded.
    if (problemCode(problemOf(error)) !== 'MfaCodeRequired') return errorsOf(error);
    setNeedsCode(true);
    return undefined;
  };

  if (needsCode) return <ConfirmByCode />;
  return (
    <Form<Values> autofilled onSubmit={submit}>
      <FormPasswordField
        name="password"
        label={t('confirm.password')}
        rules={requiredRules}
        autoComplete="current-password"
        autoFocus
      />
      <SubmitButton>{t('confirm.submit')}</SubmitButton>
    </Form>
  );
}
