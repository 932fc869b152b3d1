/** Adds an identity provider by product, protocol and name alone; the steps at that product come next. */
import { useTranslation } from 'react-i18next';
import { useCreateConnectionMutation } from '@api/client/identityProviders.api.ts';
import { connectionKinds, type ConnectionVendor, connectionVendors } from '@api/contract/identityProviders.states.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
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

export function NewConnection({ organisationPublicId, onMade }: Props) {
  const { t } = useTranslation('federation');
  const [create] = useCreateConnectionMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ name, vendor, kind }: Values) => {
    const { data, error } = await create({ organisationPublicId, body: { name: name.trim(), vendor, kind } });
    if (!data) {
      whileOpen(stayOpen, error);
      return errorsOf(error);
    }
    whileOpen(() => {
      onMade(data.connectionId);
    });
    return undefined;
  };
  return (
    <>
      <p>{t('connections.none')}</p>
      <Form<Values> initialValues={initial} onSubmit={submit}>
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
        <FormTextField
          name="name"
          label={t('connections.name')}
          hint={t('connections.nameHint')}
          rules={nameRules}
          autoComplete="off"
        />
        <div className="button-row">
          <SubmitButton block={false}>{t('connections.add')}</SubmitButton>
        </div>
      </Form>
    </>
  );
}
