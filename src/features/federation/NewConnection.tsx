/** Adds an identity provider by name and product alone: what it has to be told of us is shown then. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateConnectionMutation } from '@api/client/connections.api.ts';
import { type ConnectionVendor, connectionVendors } from '@api/contract/connections.calls.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useWhileOpen } from './useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly isFirst: boolean;
  readonly onMade: (connectionId: string) => void;
}

interface Values {
  readonly name: string;
  readonly vendor: ConnectionVendor;
}

const fields = ['name', 'vendor'];
const initial: Values = { name: '', vendor: 'entra' };
const nameRules = [required, keyName];

export function NewConnection({ organisationPublicId, isFirst, onMade }: Props) {
  const { t } = useTranslation('federation');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <div>
      <Button
        type={isFirst ? 'primary' : 'default'}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('connections.add')}
      </Button>
      {isOpen && <NewConnectionDialog organisationPublicId={organisationPublicId} onMade={onMade} onClose={close} />}
    </div>
  );
}

function NewConnectionDialog({
  organisationPublicId,
  onMade,
  onClose,
}: Pick<Props, 'organisationPublicId' | 'onMade'> & { readonly onClose: () => void }) {
  const { t } = useTranslation(['federation', 'common']);
  const [create] = useCreateConnectionMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ name, vendor }: Values) => {
    const { data, error } = await create({ organisationPublicId, body: { name: name.trim(), vendor } });
    if (!data) return errorsOf(error);
    onMade(data.connectionId);
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('connections.add')} onDecline={onClose}>
      <Form<Values> initialValues={initial} onSubmit={submit}>
        <FormTextField
          name="name"
          label={t('connections.name')}
          hint={t('connections.nameHint')}
          rules={nameRules}
          autoComplete="off"
          autoFocus
        />
        <FormSelect
          name="vendor"
          label={t('connections.vendor')}
          choices={connectionVendors.map((value) => ({ value, label: t(`connections.vendors.${value}`) }))}
        />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('connections.add')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
