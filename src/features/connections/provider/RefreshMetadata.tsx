/** Reads the metadata of a SAML provider again from its address. */
import { useTranslation } from 'react-i18next';
import { useRefreshMetadataMutation } from '@api/client/identityProviders.api.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
}

export function RefreshMetadata(ids: Props) {
  const { t } = useTranslation('federation');
  const notify = useNotify();
  const [refresh, { isLoading }] = useRefreshMetadataMutation();
  const begin = async () => {
    const { data } = await refresh(ids);
    // The facts say what could not be read.
    if (data?.saml?.problem === null) notify('federation:connections.refreshed', { name: data.name });
  };
  return (
    <BusyButton busy={isLoading} onClick={() => void begin()}>
      {t('connections.refresh')}
    </BusyButton>
  );
}
