/** Connects an identity provider: its guide with values and fields, what is entered, and the acts on it. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useRefreshMetadataMutation } from '@api/client/identityProviders.api.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { connectionDeletionRequested } from '@store/connections/provider.saga.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Folded } from '@src/ui/Folded.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { NEW, usePartAddress } from '../parts.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { GuideSteps } from './GuideSteps.tsx';
import { ReplaceMetadata } from './ReplaceMetadata.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { useProviderFacts } from './useProviderFacts.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
  /** Everything that a login takes is saved. */
  readonly onComplete: () => void;
}

export function ConnectSection({ organisationPublicId, connection, onComplete }: Props) {
  const { connectionId, name, enabled, kind, saml, vendor } = connection;
  const { t } = useTranslation('federation');
  const dispatch = useDispatch();
  const [isEditing, setEditing] = useState(false);
  const theirs = useProviderFacts(connection);
  const addressOf = usePartAddress();
  const target = { organisationPublicId, connectionId, name };
  const isRead = saml?.metadataUrl != null || saml?.readAt != null;
  return (
    <>
      <p>
        <strong>{name}</strong> · {t(`connections.vendors.${vendor}`)} · {t(`connections.kinds.${kind}`)}
      </p>
      {enabled && <Alert>{t(saml ? 'connections.editOnSaml' : 'connections.editOn')}</Alert>}
      {saml?.problem && (
        <Alert severity="error">
          <ConnectionProblemText problem={saml.problem} kind={kind} />
        </Alert>
      )}
      {saml && enabled ? (
        <Folded label={t('guides.steps')} isOpenAtFirst={false}>
          <GuideSteps connection={connection}>{() => null}</GuideSteps>
        </Folded>
      ) : (
        <ConnectForm organisationPublicId={organisationPublicId} connection={connection} onComplete={onComplete} />
      )}
      {(enabled || isRead) && (
        <div className="stack-tight">
          <h3>{t('connections.theirs')}</h3>
          <Facts items={theirs} />
        </div>
      )}
      <div className="button-row">
        {!enabled && (
          <Button danger onClick={() => dispatch(connectionDeletionRequested(target))}>
            {t('connections.delete')}
          </Button>
        )}
        {saml?.metadataUrl != null && <RefreshMetadata organisationPublicId={organisationPublicId} connectionId={connectionId} />}
        {saml && enabled && <ReplaceMetadata {...target} />}
        {enabled && <LinkButton to={addressOf('connect', NEW)}>{t('connections.add')}</LinkButton>}
        <Button
          onClick={() => {
            setEditing(true);
          }}
        >
          {t('connections.edit')}
        </Button>
      </div>
      {isEditing && (
        <SettingsDialog
          organisationPublicId={organisationPublicId}
          connection={connection}
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
    </>
  );
}

interface RefreshProps {
  readonly organisationPublicId: string;
  readonly connectionId: string;
}

/** Reads the metadata of a SAML provider again from its address. */
function RefreshMetadata(ids: RefreshProps) {
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
