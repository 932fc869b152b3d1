/** An identity provider: the values to enter there, those entered here, and whether it is on. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { connectionDeletionRequested, connectionEnablingRequested } from '@store/identityProviders/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { OurCertificates } from './OurCertificates.tsx';
import { RefreshMetadata } from './RefreshMetadata.tsx';
import { ReplaceMetadata } from './ReplaceMetadata.tsx';
import { useTheirFacts } from './useTheirFacts.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly connection: Connection;
}

/** Our values, and the phrase that names each. */
const ours = {
  openid: [
    ['redirectUri', 'redirectUri'],
    ['backchannelLogoutUri', 'backchannelLogoutUri'],
    ['revocationUri', 'revocationUri'],
    ['startUrl', 'startUrl'],
  ],
  saml: [
    ['entityId', 'entityId'],
    ['acsUrl', 'acsUrl'],
    ['sloUrl', 'sloUrl'],
    ['metadataUrl', 'ourMetadataUrl'],
    ['startUrl', 'startUrl'],
  ],
} as const;

export function ConnectionFacts({ organisationPublicId, connection }: Props) {
  const { connectionId, name, enabled, kind, saml, vendor, mfaTrust, mfaValues, groupsClaim } = connection;
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const dispatch = useDispatch();
  const [isEditing, setEditing] = useState(false);
  const theirs = useTheirFacts(connection);
  const target = { organisationPublicId, connectionId, name };
  const trust = t(`connections.mfaTrusts.${mfaTrust}`);
  return (
    <>
      <h3>{name}</h3>
      <Alert severity={enabled ? 'success' : 'info'}>{t(enabled ? 'connections.on' : 'connections.off')}</Alert>
      <h4 className="federation-part">{t('connections.ours')}</h4>
      <Facts
        items={[
          ...ours[kind].map(([value, phrase]) => ({
            label: t(`connections.${phrase}`),
            children: <CopyableText text={connection.ours[value]} of={t(`connections.${phrase}`)} />,
          })),
          ...(saml
            ? [
                {
                  label: t('connections.ourCertificates'),
                  children: <OurCertificates certificates={saml.ourCertificates} />,
                },
              ]
            : []),
        ]}
      />
      <h4 className="federation-part">{t('connections.theirs')}</h4>
      {saml?.problem && (
        <Alert severity="error">
          <ConnectionProblemText problem={saml.problem} kind={kind} />
        </Alert>
      )}
      <Facts
        items={[
          { label: t('connections.vendor'), children: t(`connections.vendors.${vendor}`) },
          { label: t('connections.kind'), children: t(`connections.kinds.${kind}`) },
          ...theirs,
          {
            label: t('connections.mfaTrust'),
            children: mfaTrust === 'asserted' ? `${trust} (${mfaValues.join(', ')})` : trust,
          },
          ...(['administratorMfa', 'createsUsers', 'matchesDirectory'] as const).map((setting) => ({
            label: t(`connections.${setting}`),
            children: t(connection[setting] ? 'connections.yes' : 'connections.no'),
          })),
          {
            label: t('connections.groupsClaim'),
            children: groupsClaim === null ? t('connections.noGroups') : <code className="mono">{groupsClaim}</code>,
          },
          { label: t('connections.linked'), children: formats.number(connection.linked) },
          {
            label: t('connections.lastLogin'),
            children: connection.lastLoginAt === null ? t('connections.never') : formats.dateTime(connection.lastLoginAt),
          },
        ]}
      />
      <div className="button-row">
        {!enabled && (
          <Button danger onClick={() => dispatch(connectionDeletionRequested(target))}>
            {t('connections.delete')}
          </Button>
        )}
        {saml?.metadataUrl != null && <RefreshMetadata organisationPublicId={organisationPublicId} connectionId={connectionId} />}
        {saml && enabled && <ReplaceMetadata {...target} />}
        <Button
          onClick={() => {
            setEditing(true);
          }}
        >
          {t('connections.edit')}
        </Button>
        <Button
          danger={enabled}
          type={enabled ? 'default' : 'primary'}
          onClick={() => dispatch(connectionEnablingRequested({ ...target, enabled: !enabled }))}
        >
          {t(enabled ? 'connections.disable' : 'connections.enable')}
        </Button>
      </div>
      {isEditing && (
        <ConnectionDialog
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
