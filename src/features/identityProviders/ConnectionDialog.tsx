/** Settings of an identity provider. While it is on, only its name and its secret can be changed. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUpdateConnectionMutation } from '@api/client/identityProviders.api.ts';
import { type ConnectionVendor, connectionVendors, type MfaTrust, mfaTrusts } from '@api/contract/identityProviders.calls.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox, FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import type { Expectations } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { ClientFields } from './ClientFields.tsx';
import { issuerOfTenant, tenantIn } from './entraTenant.ts';
import { MetadataFields } from './MetadataFields.tsx';
import { stayOpen, useWhileOpen } from './useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly vendor: ConnectionVendor;
  readonly issuer: string;
  /** In place of the issuer, where Entra is the vendor. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly metadataUrl: string;
  readonly metadata: string;
  readonly mfaTrust: MfaTrust;
  readonly mfaValues: string;
  readonly createsUsers: boolean;
  readonly administratorMfa: boolean;
  readonly matchesDirectory: boolean;
  readonly groupsClaim: string;
}

const fields = [
  ...['name', 'vendor', 'issuer', 'tenant', 'clientId', 'clientSecret', 'metadataUrl', 'metadata'],
  ...['mfaTrust', 'mfaValues', 'administratorMfa', 'createsUsers', 'matchesDirectory', 'groupsClaim'],
];
const nameRules = [required, keyName];

const valuesOf = ({
  name,
  vendor,
  issuer,
  clientId,
  saml,
  mfaTrust,
  mfaValues,
  createsUsers,
  administratorMfa,
  matchesDirectory,
  groupsClaim,
}: Connection): Values => ({
  name,
  vendor,
  issuer: issuer ?? '',
  tenant: tenantIn(issuer ?? ''),
  clientId: clientId ?? '',
  clientSecret: '',
  metadataUrl: saml?.metadataUrl ?? '',
  metadata: '',
  mfaTrust,
  mfaValues: mfaValues.join(', '),
  createsUsers,
  administratorMfa,
  matchesDirectory,
  groupsClaim: groupsClaim ?? '',
});

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Pasted metadata replaces an address. An unchanged address is read again by its own button. */
function metadataOf({ saml }: Connection, { metadata, metadataUrl }: Pick<Values, 'metadata' | 'metadataUrl'>) {
  if (metadata.trim() !== '') return { metadata };
  const address = metadataUrl.trim();
  return address === (saml?.metadataUrl ?? '') ? {} : { metadataUrl: address || null };
}

export function ConnectionDialog({ organisationPublicId, connection, onClose }: Props) {
  const { connectionId, enabled } = connection;
  const isSaml = connection.kind === 'saml';
  const { t } = useTranslation(['federation', 'common']);
  const self = useSelf();
  const isSystem = self !== null && isSystemAdmin(self);
  const notify = useNotify();
  const [update] = useUpdateConnectionMutation();
  const expected: Expectations = {
    issuer: t('connections.issuerExpected'),
    clientId: t('connections.clientIdExpected'),
    clientSecret: t('connections.secretExpected'),
    metadata: t('connections.metadataExpected'),
    metadataUrl: t('connections.metadataUrlExpected'),
    mfaValues: t('connections.mfaValuesExpected'),
    groupsClaim: t('connections.groupsClaimExpected'),
  };
  const errorsOf = useSubmitErrors(fields, expected);
  const whileOpen = useWhileOpen();
  const submit = async ({
    name,
    clientSecret,
    issuer,
    tenant,
    clientId,
    metadataUrl,
    metadata,
    mfaValues,
    groupsClaim,
    administratorMfa,
    ...trust
  }: Values) => {
    const isByTenant = !isSaml && trust.vendor === 'entra';
    const theirIssuer = isByTenant && tenant.trim() !== '' ? issuerOfTenant(tenant) : isByTenant ? '' : issuer.trim();
    if (theirIssuer === undefined) return { tenant: t('connections.tenantExpected') };
    const theirs = isSaml
      ? metadataOf(connection, { metadataUrl, metadata })
      : { issuer: theirIssuer || null, clientId: clientId.trim() || null };
    const provider = {
      ...{ ...trust, ...theirs, mfaValues: listOf(mfaValues), groupsClaim: groupsClaim.trim() || null },
      ...(isSystem && { administratorMfa }),
    };
    const { data, error } = await update({
      organisationPublicId,
      connectionId,
      body: { name: name.trim(), ...(clientSecret !== '' && { clientSecret }), ...(!enabled && provider) },
    });
    if (!data) {
      whileOpen(stayOpen, error);
      const errors = errorsOf(error);
      return isByTenant && 'issuer' in errors ? { ...errors, tenant: t('connections.tenantExpected') } : errors;
    }
    notify('federation:connections.saved', { name: data.name });
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('connections.editTitle', { name: connection.name })} onDecline={onClose}>
      <Form<Values> initialValues={valuesOf(connection)} onSubmit={submit}>
        <UnsavedChangesGuard />
        {enabled && <Alert>{t(isSaml ? 'connections.editOnSaml' : 'connections.editOn')}</Alert>}
        <FormTextField name="name" label={t('connections.name')} rules={nameRules} autoComplete="off" autoFocus />
        {!enabled && (
          <FormSelect
            name="vendor"
            label={t('connections.vendor')}
            choices={connectionVendors.map((value) => ({ value, label: t(`connections.vendors.${value}`) }))}
          />
        )}
        {isSaml ? !enabled && <MetadataFields /> : <ClientFields connection={connection} />}
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
              hint={t(isSaml ? 'connections.mfaValuesHintSaml' : 'connections.mfaValuesHint')}
              autoComplete="off"
            />
            {isSystem && <FormCheckbox name="administratorMfa" label={t('connections.administratorMfa')} />}
            <FormCheckbox name="createsUsers" label={t('connections.createsUsers')} />
            <p className="muted small">{t('connections.createsUsersHint')}</p>
            <FormCheckbox name="matchesDirectory" label={t('connections.matchesDirectory')} />
            <p className="muted small">{t('connections.matchesDirectoryHint')}</p>
            <FormTextField
              name="groupsClaim"
              label={t('connections.groupsClaim')}
              hint={t('connections.groupsClaimHint')}
              autoComplete="off"
            />
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
