/** "Confirm it's you": one dialog for all waiting requests, which continue once it is answered. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { useFetchPasskeysQuery } from '@api/client/passkeys.api.ts';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { required } from '@api/contract/rules/required.ts';
import { selectSelf } from '@store/session/session.slice.ts';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormPasswordField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { CodeField } from './CodeField.tsx';
import { usePasskeyProof } from './usePasskeyProof.ts';

type Method = 'password' | 'mfaCode';
type Values = Readonly<Partial<Record<Method, string>>>;

const fields = ['password', 'mfaCode'];
const requiredRules = [required];

export function ConfirmIdentityDialog() {
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const hasMfa = useSelector(selectSelf)?.mfaEnabled === true;
  const [confirmIdentity] = useConfirmIdentityMutation();
  const errorsOf = useSubmitErrors(fields);
  const [method, setMethod] = useState<Method>('password');
  const passkeys = useFetchPasskeysQuery(undefined, { skip: !supportsPasskeys() });
  const passkey = usePasskeyProof();
  const cancel = () => dispatch(confirmIdentityCancelled());

  const submit = async ({ password = '', mfaCode = '' }: Values) => {
    const { error } = await confirmIdentity(seal({ body: method === 'password' ? { password } : { mfaCode } }));
    return error ? errorsOf(error) : undefined;
  };

  return (
    <Dialog title={t('confirm.title')} onDecline={cancel}>
      <p className="muted">{t('confirm.text')}</p>
      {passkey.failure && <Alert severity="error">{passkey.failure}</Alert>}
      <Form<Values> key={method} onSubmit={submit}>
        {method === 'password' ? (
          <FormPasswordField
            name="password"
            label={t('confirm.password')}
            rules={requiredRules}
            autoComplete="current-password"
            autoFocus
          />
        ) : (
          <CodeField name="mfaCode" label={t('confirm.code')} />
        )}
        <SubmitButton>{t('confirm.submit')}</SubmitButton>
      </Form>
      {(passkeys.data?.length ?? 0) > 0 && (
        <BusyButton block busy={passkey.isBusy} onClick={() => void passkey.prove()}>
          {t('confirm.usePasskey')}
        </BusyButton>
      )}
      <div className="button-row">
        {hasMfa && (
          <Button
            type="link"
            onClick={() => {
              setMethod(method === 'password' ? 'mfaCode' : 'password');
            }}
          >
            {t(method === 'password' ? 'confirm.useCode' : 'confirm.usePassword')}
          </Button>
        )}
        <Button onClick={cancel}>{t('common:cancel')}</Button>
      </div>
    </Dialog>
  );
}
