/** Name of an identity provider and what it is trusted with. While it is on, only its name can be changed. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUpdateConnectionMutation } from '@api/client/identityProviders.api.ts';
import { type ConnectionVendor, connectionVendors, type MfaTrust } from '@api/contract/identityProviders.states.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';
import { TrustFields } from './TrustFields.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly vendor: ConnectionVendor;
  readonly mfaTrust: MfaTrust;
  readonly mfaValues: string;
  readonly createsUsers: boolean;
  readonly administratorMfa: boolean;
  readonly matchesDirectory: boolean;
  readonly groupsClaim: string;
}

const fields = [
  'name',
  'vendor',
  'issuer',
  'mfaTrust',
  'mfaValues',
  'administratorMfa',
  'createsUsers',
  'matchesDirectory',
  'groupsClaim',
];
const nameRules = [required, keyName];

const valuesOf = (connection: Connection): Values => ({
  name: connection.name,
  vendor: connection.vendor,
  mfaTrust: connection.mfaTrust,
  mfaValues: connection.mfaValues.join(', '),
  createsUsers: connection.createsUsers,
  administratorMfa: connection.administratorMfa,
  matchesDirectory: connection.matchesDirectory,
  groupsClaim: connection.groupsClaim ?? '',
});

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

export function SettingsDialog({ organisationPublicId, connection, onClose }: Props) {
  const { connectionId, enabled, kind } = connection;
  const { t } = useTranslation(['federation', 'common']);
  const self = useSelf();
  const isSystem = self !== null && isSystemAdmin(self);
  const notify = useNotify();
  const [update] = useUpdateConnectionMutation();
  const errorsOf = useSubmitErrors(fields, {
    mfaValues: t('connections.mfaValuesExpected'),
    groupsClaim: t('connections.groupsClaimExpected'),
  });
  const whileOpen = useWhileOpen();
  const submit = async ({ name, mfaValues, groupsClaim, administratorMfa, ...trust }: Values) => {
    const trusted = {
      ...{ ...trust, mfaValues: listOf(mfaValues), groupsClaim: groupsClaim.trim() || null },
      ...(isSystem && { administratorMfa }),
    };
    const body = { name: name.trim(), ...(!enabled && trusted) };
    const { data, error } = await update({ organisationPublicId, connectionId, body });
    if (!data) {
      whileOpen(stayOpen, error);
      const errors = errorsOf(error);
      // The issuer is no field here: another product does not take it.
      return 'issuer' in errors ? { vendor: t('connections.issuerExpected') } : errors;
    }
    notify('federation:connections.saved', { name: data.name });
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('connections.editTitle', { name: connection.name })} onDecline={onClose}>
      <Form<Values> initialValues={valuesOf(connection)} onSubmit={submit}>
        <UnsavedChangesGuard />
        {enabled && <Alert>{t('connections.settingsOn')}</Alert>}
        <FormTextField name="name" label={t('connections.name')} rules={nameRules} autoComplete="off" autoFocus />
        {!enabled && (
          <>
            <FormSelect
              name="vendor"
              label={t('connections.vendor')}
              choices={connectionVendors.map((value) => ({ value, label: t(`connections.vendors.${value}`) }))}
            />
            <TrustFields kind={kind} isSystem={isSystem} />
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
