/** Settings of an identity provider. While it is on, its name and its secret only. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUpdateConnectionMutation } from '@api/client/connections.api.ts';
import { type ConnectionVendor, connectionVendors, type MfaTrust, mfaTrusts } from '@api/contract/connections.calls.ts';
import type { Connection } from '@api/contract/connections.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox, FormPasswordField, FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useWhileOpen } from './useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly vendor: ConnectionVendor;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly mfaTrust: MfaTrust;
  readonly mfaValues: string;
  readonly createsUsers: boolean;
}

const fields = ['name', 'vendor', 'issuer', 'clientId', 'clientSecret', 'mfaTrust', 'mfaValues', 'createsUsers'];
const nameRules = [required, keyName];

const valuesOf = ({ name, vendor, issuer, clientId, mfaTrust, mfaValues, createsUsers }: Connection): Values => ({
  name,
  vendor,
  issuer: issuer ?? '',
  clientId: clientId ?? '',
  clientSecret: '',
  mfaTrust,
  mfaValues: mfaValues.join(', '),
  createsUsers,
});

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

export function ConnectionDialog({ organisationPublicId, connection, onClose }: Props) {
  const { connectionId, enabled } = connection;
  const { t } = useTranslation(['federation', 'common']);
  const notify = useNotify();
  const [update] = useUpdateConnectionMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ name, clientSecret, issuer, clientId, mfaValues, ...trust }: Values) => {
    const provider = { ...trust, issuer: issuer.trim() || null, clientId: clientId.trim() || null, mfaValues: listOf(mfaValues) };
    const { data, error } = await update({
      organisationPublicId,
      connectionId,
      body: { name: name.trim(), ...(clientSecret !== '' && { clientSecret }), ...(!enabled && provider) },
    });
    if (!data) return errorsOf(error);
    notify('federation:connections.saved', { name: data.name });
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('connections.editTitle', { name: connection.name })} onDecline={onClose}>
      <Form<Values> initialValues={valuesOf(connection)} onSubmit={submit}>
        <UnsavedChangesGuard />
        {enabled && <Alert>{t('connections.editOn')}</Alert>}
        <FormTextField name="name" label={t('connections.name')} rules={nameRules} autoComplete="off" autoFocus />
        {!enabled && (
          <>
            <FormSelect
              name="vendor"
              label={t('connections.vendor')}
              choices={connectionVendors.map((value) => ({ value, label: t(`connections.vendors.${value}`) }))}
            />
            <FormTextField name="issuer" label={t('connections.issuer')} hint={t('connections.issuerHint')} autoComplete="off" />
            <FormTextField name="clientId" label={t('connections.clientId')} autoComplete="off" />
          </>
        )}
        <FormPasswordField
          name="clientSecret"
          label={t('connections.secret')}
          {...(connection.hasSecret && { hint: t('connections.secretHint') })}
          autoComplete="off"
        />
        {!enabled && (
          <>
            <FormSelect
              name="mfaTrust"
              label={t('connections.mfaTrust')}
              choices={mfaTrusts.map((value) => ({ value, label: t(`connections.mfaTrusts.${value}`) }))}
            />
            <FormTextField
              name="mfaValues"
              label={t('connections.mfaValues')}
              hint={t('connections.mfaValuesHint')}
              autoComplete="off"
            />
            <FormCheckbox name="createsUsers" label={t('connections.createsUsers')} />
            <p className="muted small">{t('connections.createsUsersHint')}</p>
          </>
        )}
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('connections.save')}</SubmitButton>
          <WrongFields />
        </div>
      </Form>
    </Dialog>
  );
}
