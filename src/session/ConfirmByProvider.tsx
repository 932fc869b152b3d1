/**
 * Proof of identity by a new login at the identity provider, for a user without a second factor here. The browser leaves the page.
 */
import { useTranslation } from 'react-i18next';
import { useFetchIdentitiesQuery } from '@api/client/identityProviders.api.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

const startOf = (connectionId: string): string => {
  const query = new URLSearchParams({ purpose: 'stepUp', ReturnUrl: location.pathname + location.search });
  return `/sso/start/${connectionId}?${query.toString()}`;
};

export function ConfirmByProvider() {
  const { t } = useTranslation('session');
  const redirect = useRedirect();
  const { data } = useFetchIdentitiesQuery();
  if (!data || data.identities.length === 0) return null;
  return (
    <>
      {data.identities.map(({ identityId, connectionId, connectionName: name }) => (
        <BusyButton key={identityId} block busy={false} onClick={() => void redirect(startOf(connectionId))}>
          {t('confirm.useProvider', { name })}
        </BusyButton>
      ))}
      <p className="muted small">{t('confirm.leaves')}</p>
    </>
  );
}
