/** Our client ID and secret at an OpenID Connect provider. While it is on, only the secret can be changed. */
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { ConnectionVendor } from '@api/contract/identityProviders.calls.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { FormPasswordField, FormTextField } from '@src/forms/FormFields.tsx';

export function ClientFields({ connection: { enabled, hasSecret } }: { readonly connection: Connection }) {
  const { t } = useTranslation('federation');
  const { vendor } = useFormState<{ readonly vendor: ConnectionVendor }>({ subscription: { values: true } }).values;
  return (
    <>
      {!enabled && (
        <>
          {vendor === 'entra' ? (
            <FormTextField name="tenant" label={t('connections.tenant')} hint={t('connections.tenantHint')} autoComplete="off" />
          ) : (
            <FormTextField name="issuer" label={t('connections.issuer')} hint={t('connections.issuerHint')} autoComplete="off" />
          )}
          <FormTextField name="clientId" label={t('connections.clientId')} autoComplete="off" />
        </>
      )}
      <FormPasswordField
        name="clientSecret"
        label={t('connections.secret')}
        {...(hasSecret && { hint: t('connections.secretHint') })}
        autoComplete="off"
      />
    </>
  );
}
