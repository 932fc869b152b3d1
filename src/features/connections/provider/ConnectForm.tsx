/** What the provider has shown, entered beside the step that shows it. While it is on, only the secret can be changed. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateConnectionMutation } from '@api/client/identityProviders.api.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormPasswordField, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import type { Expectations } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';
import { type ConnectValues, connectBody, connectFields, valuesOf } from './connectValues.ts';
import { GuideSteps } from './GuideSteps.tsx';
import type { TheirField } from './guides.ts';
import { isComplete } from './isComplete.ts';
import { MetadataFields } from './MetadataFields.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
  readonly onComplete: () => void;
}

export function ConnectForm({ organisationPublicId, connection, onComplete }: Props) {
  const { connectionId, enabled } = connection;
  const { t } = useTranslation('federation');
  const notify = useNotify();
  const [update] = useUpdateConnectionMutation();
  const release = useRef<(() => void) | null>(null);
  const expected: Expectations = {
    issuer: t('connections.issuerExpected'),
    clientId: t('connections.clientIdExpected'),
    clientSecret: t('connections.secretExpected'),
    metadata: t('connections.metadataExpected'),
    metadataUrl: t('connections.metadataUrlExpected'),
  };
  const errorsOf = useSubmitErrors(connectFields, expected);
  const whileOpen = useWhileOpen();
  const submit = async (values: ConnectValues) => {
    const wrongTenant = { tenant: t('connections.tenantExpected') };
    const body = connectBody(connection, values);
    if (!body) return wrongTenant;
    const { data, error } = await update({ organisationPublicId, connectionId, body });
    if (!data) {
      whileOpen(stayOpen, error);
      const errors = errorsOf(error);
      return connection.vendor === 'entra' && 'issuer' in errors ? { ...errors, ...wrongTenant } : errors;
    }
    notify('federation:connections.saved', { name: data.name });
    whileOpen(() => {
      if (data.enabled || !isComplete(data)) return;
      release.current?.();
      onComplete();
    });
    return undefined;
  };
  return (
    <Form<ConnectValues> initialValues={valuesOf(connection)} onSubmit={submit}>
      <UnsavedChangesGuard releaseRef={release} />
      <GuideSteps connection={connection}>
        {(field) => (enabled && field !== 'clientSecret' ? null : <TheirValue field={field} hasSecret={connection.hasSecret} />)}
      </GuideSteps>
      <div className="button-row">
        <SubmitButton block={false}>{t('connections.save')}</SubmitButton>
        <WrongFields />
      </div>
    </Form>
  );
}

function TheirValue({ field, hasSecret }: { readonly field: TheirField; readonly hasSecret: boolean }) {
  const { t } = useTranslation('federation');
  if (field === 'metadata') return <MetadataFields />;
  if (field === 'clientSecret')
    return (
      <FormPasswordField
        name="clientSecret"
        label={t('connections.secret')}
        {...(hasSecret && { hint: t('connections.secretHint') })}
        autoComplete="off"
      />
    );
  const hint = field === 'tenant' ? 'connections.tenantHint' : field === 'issuer' ? 'connections.issuerHint' : undefined;
  return <FormTextField name={field} label={t(`connections.${field}`)} {...(hint && { hint: t(hint) })} autoComplete="off" />;
}
