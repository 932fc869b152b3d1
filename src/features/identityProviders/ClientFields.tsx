/** Our client ID and secret at an OpenID Connect provider. While it is on, only the secret can be changed. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { FormPasswordField, FormTextField } from '@src/forms/FormFields.tsx';

export function ClientFields({ connection: { enabled, hasSecret } }: { readonly connection: Connection }) {
  const { t } = useTranslation('federation');
  return (
    <>
      {!enabled && (
        <>
          <FormTextField name="issuer" label={t('connections.issuer')} hint={t('connections.issuerHint')} autoComplete="off" />
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
