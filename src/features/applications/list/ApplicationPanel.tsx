/** Drawer of one application: facts, and what a system administrator can do. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Application } from '@api/contract/applications.ts';
import { deletionRequested, enablementRequested } from '@store/applications/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { EnabledCell, LastUsedCell } from './columns.tsx';
import { NewSecret } from './NewSecret.tsx';
import { SignIns } from './SignIns.tsx';

interface Props {
  readonly application: Application;
  readonly onClose: () => void;
}

export function ApplicationPanel({ application, onClose }: Props) {
  const { t } = useTranslation('applications');
  const formats = useFormats();
  const dispatch = useDispatch();
  const { applicationId, kind, displayName, enabled, startUrl, publicKeys, formerSecretUntil, scopes, createdAt } = application;
  const copied = (label: string, text: string) => ({ label, children: <CopyableText text={text} of={label} /> });
  const openIdFacts = [
    copied(t('panel.id'), applicationId),
    copied(t('panel.issuer'), `${location.origin}/oidc`),
    {
      label: t('panel.credential'),
      children: (
        <>
          {t(publicKeys ? 'panel.keys' : 'panel.secret')}
          {formerSecretUntil !== null && (
            <p className="muted small">{t('panel.former', { time: formats.dateTime(formerSecretUntil) })}</p>
          )}
        </>
      ),
    },
    { label: t('panel.scopes'), children: scopes.map((scope) => t(`scope.${scope}`)).join(' · ') },
  ];
  const facts = [
    { label: t('column.enabled'), children: <EnabledCell row={application} /> },
    { label: t('column.lastUsedAt'), children: <LastUsedCell row={application} /> },
    { label: t('panel.use'), children: <SignIns application={application} /> },
    { label: t('column.kind'), children: t(`kind.${kind}`) },
    ...(kind === 'guarded'
      ? [copied(t('panel.check'), `${location.origin}/api/Login/Check?application=${applicationId}`)]
      : openIdFacts),
    {
      label: t('panel.start'),
      children: (
        <a className="link" href={startUrl} rel="noreferrer">
          {startUrl}
        </a>
      ),
    },
    { label: t('panel.entrance'), children: <Entrance application={application} /> },
    { label: t('panel.created'), children: formats.date(createdAt, 'long') },
  ];
  return (
    <Drawer title={displayName} closeLabel={t('panel.close')} of={applicationId} onClose={onClose}>
      <div className="row row-tight small-buttons acts">
        <LinkButton to={paths.applicationsEdit.to({ applicationId })}>{t('panel.edit')}</LinkButton>
        <LinkButton to={paths.applicationsPreview.to({ applicationId })}>{t('panel.preview')}</LinkButton>
        {kind !== 'guarded' && !publicKeys && <NewSecret application={application} />}
        <Button
          danger={enabled}
          onClick={() => {
            dispatch(enablementRequested({ applicationId, displayName, enabled: !enabled }));
          }}
        >
          {t(enabled ? 'disable.open' : 'enable.open')}
        </Button>
        <Button
          danger
          onClick={() => {
            dispatch(deletionRequested({ applicationId, displayName }));
          }}
        >
          {t('delete.open')}
        </Button>
      </div>
      <Facts items={facts} />
    </Drawer>
  );
}

function Entrance({ application: { organisationPublicIds, roles } }: { readonly application: Application }) {
  const { t } = useTranslation('applications');
  const { of: nameOf } = useRoleNames();
  if (organisationPublicIds?.length === 0 || roles?.length === 0) return t('panel.nobody');
  const limits = [
    organisationPublicIds && t('panel.organisations', { count: organisationPublicIds.length }),
    roles?.map(nameOf).join(', '),
  ].filter(Boolean);
  return limits.length > 0 ? limits.join(' · ') : t('panel.everybody');
}
