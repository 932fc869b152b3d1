/** Creates a passkey: a name for it, then the browser's own dialog. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { formFailure } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useCreatePasskey } from '@src/session/useCreatePasskey.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Values {
  readonly name: string;
}

const fields = ['name'];
const nameRules = [required, keyName];

export function NewPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['security', 'common']);
  const create = useCreatePasskey();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();

  const submit = async (values: Values) => {
    const name = values.name.trim();
    const created = await create(name);
    if (created.kind === 'failed') return errorsOf(created.problem);
    if (created.kind !== 'kept') return formFailure(t(`passkeys.${created.kind}`));
    notify('security:passkeys.added', { name });
    onClose();
    return undefined;
  };

  return (
    <Dialog title={t('passkeys.add')} onDecline={onClose}>
      <p className="muted">{t('passkeys.how')}</p>
      <Form<Values> initialValues={{ name: t('passkeys.defaultName') }} onSubmit={submit}>
        <FormTextField
          name="name"
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          rules={nameRules}
          autoComplete="off"
          autoFocus
        />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('passkeys.continue')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
