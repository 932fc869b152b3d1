/** Claims a domain, which is then proven by a TXT record. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAddDomainMutation } from '@api/client/domains.api.ts';
import { domainName } from '@api/contract/rules/email.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { stayOpen, useWhileOpen } from './useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly onClose: () => void;
}

const fields = ['domain'];
const initial = { domain: '' };
const rules = [required, domainName];

export function AddDomainDialog({ organisationPublicId, onClose }: Props) {
  const { t } = useTranslation(['federation', 'common']);
  const [add] = useAddDomainMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ domain }: typeof initial) => {
    const { data, error } = await add({ organisationPublicId, body: { domain: domain.trim() } });
    if (!data) {
      whileOpen(stayOpen, error);
      return errorsOf(error);
    }
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('domains.add')} onDecline={onClose}>
      <Form initialValues={initial} onSubmit={submit}>
        <FormTextField
          name="domain"
          label={t('domains.domain')}
          hint={t('domains.domainHint')}
          rules={rules}
          autoComplete="off"
          autoFocus
        />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('domains.add')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
