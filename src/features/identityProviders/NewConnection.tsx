/** Adds an identity provider by name, product and protocol alone; the values to enter there are shown next. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateConnectionMutation } from '@api/client/identityProviders.api.ts';
import { connectionKinds, type ConnectionVendor, connectionVendors } from '@api/contract/identityProviders.calls.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { stayOpen, useWhileOpen } from './useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly isFirst: boolean;
  readonly onMade: (connectionId: string) => void;
}

interface Values {
  readonly name: string;
  readonly vendor: ConnectionVendor;
  readonly kind: Connection['kind'];
}

const fields = ['name', 'vendor', 'kind'];
const initial: Values = { name: '', vendor: 'entra', kind: 'openid' };
const nameRules = [required, keyName];

export function NewConnection({ organisationPublicId, isFirst, onMade }: Props) {
  const { t } = useTranslation('federation');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <div className="button-row">
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
  const submit = async ({ name, vendor, kind }: Values) => {
    const { data, error } = await create({ organisationPublicId, body: { name: name.trim(), vendor, kind } });
    if (!data) {
      whileOpen(stayOpen, error);
      return errorsOf(error);
    }
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
        <FormSelect
          name="kind"
          label={t('connections.kind')}
          hint={t('connections.kindHint')}
          choices={connectionKinds.map((value) => ({ value, label: t(`connections.kinds.${value}`) }))}
        />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('connections.add')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
