/** Gives a passkey another name. */
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
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { passkeyId, name: former }, onClose }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const [rename] = useRenamePasskeyMutation();
  const errorsOf = useSubmitErrors(fields);
  const submit = async ({ name }: Values) => {
    const { error } = await rename({ passkeyId, body: { name: name.trim() } });
    if (error) return errorsOf(error);
    onClose();
    return undefined;
  };
  return (
    <Dialog title={t('passkeys.renameTitle', { name: former })} onDecline={onClose}>
      <Form<Values> initialValues={{ name: former }} onSubmit={submit}>
        <FormTextField name="name" label={t('passkeys.name')} rules={nameRules} autoComplete="off" autoFocus />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('common:save')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
