/** Gives a passkey a name, or another one. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRenamePasskeyMutation } from '@api/client/passkeys.api.ts';
import type { Passkey } from '@api/contract/passkeys.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Values {
  readonly name: string;
}

const fields = ['name'];
const nameRules = [required, keyName];

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly passkey: Passkey;
  /** Takes the name that the passkey has then. */
  readonly onClose: (name: string) => void;
}

export function PasskeyNameDialog({ title, hint, passkey: { passkeyId, name: former }, onClose }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const [rename] = useRenamePasskeyMutation();
  const errorsOf = useSubmitErrors(fields);
  const decline = () => {
    onClose(former);
  };
  const submit = async (values: Values) => {
    const name = values.name.trim();
    if (name !== former) {
      const { error } = await rename({ passkeyId, body: { name } });
      if (error) return errorsOf(error);
    }
    onClose(name);
    return undefined;
  };
  return (
    <Dialog title={title} onDecline={decline}>
      <Form<Values> initialValues={{ name: former }} onSubmit={submit}>
        <FormTextField
          name="name"
          label={t('passkeys.name')}
          {...(hint !== undefined && { hint })}
          rules={nameRules}
          autoComplete="off"
          autoFocus
        />
        <div className="button-row">
          <Button onClick={decline}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('common:save')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
