/** Proof of identity by the authenticator app, or by a recovery code where it is lost. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { CodeField } from './CodeField.tsx';

interface Values {
  readonly mfaCode?: string;
}

const fields = ['mfaCode'];
const requiredRules = [required];

export function ConfirmByCode() {
  const { t } = useTranslation('session');
  const [confirmIdentity] = useConfirmIdentityMutation();
  const errorsOf = useSubmitErrors(fields);
  const [isLost, setLost] = useState(false);

  const submit = async ({ mfaCode = '' }: Values) => {
    const { error } = await confirmIdentity(seal({ body: { mfaCode: mfaCode.trim() } }));
    return error ? errorsOf(error) : undefined;
  };

  return (
    <>
      <Form<Values> key={String(isLost)} autofilled onSubmit={submit}>
        {isLost ? (
          <FormTextField
            name="mfaCode"
            label={t('confirm.recovery')}
            rules={requiredRules}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
        ) : (
          <CodeField name="mfaCode" label={t('confirm.code')} />
        )}
        <SubmitButton>{t('confirm.submit')}</SubmitButton>
      </Form>
      <div className="button-row">
        <Button
          type="link"
          onClick={() => {
            setLost(!isLost);
          }}
        >
          {t(isLost ? 'confirm.useApp' : 'confirm.useRecovery')}
        </Button>
      </div>
    </>
  );
}
