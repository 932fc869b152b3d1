/** Side panel of one application: facts, and what a system administrator can do. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Application } from '@api/contract/applications.ts';
import { deletionRequested } from '@store/applications/deletion.saga.ts';
import { enablementRequested } from '@store/applications/enablement.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Fact, SidePanel } from '@src/ui/SidePanel.tsx';
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
  const { applicationId, displayName, enabled, startUrl, publicKeys, formerSecretUntil, scopes, createdAt } = application;
  const issuer = `${location.origin}/oidc`;
  return (
    <SidePanel title={displayName} closeLabel={t('panel.close')} of={applicationId} onClose={onClose}>
      <div className="side-actions">
        <LinkButton to={paths.applicationsEdit.to({ applicationId })}>{t('panel.edit')}</LinkButton>
        <LinkButton to={paths.applicationsPreview.to({ applicationId })}>{t('panel.preview')}</LinkButton>
      </div>
      <dl className="side-facts">
        <Fact term={t('column.enabled')}>
          <EnabledCell row={application} />
          <div className="side-actions">
            <Button
              onClick={() => {
                dispatch(enablementRequested({ applicationId, displayName, enabled: !enabled }));
              }}
            >
              {t(enabled ? 'disable.open' : 'enable.open')}
            </Button>
            <Button
              onClick={() => {
                dispatch(deletionRequested({ applicationId, displayName }));
              }}
            >
              {t('delete.open')}
            </Button>
          </div>
        </Fact>
        <Fact term={t('column.lastUsedAt')}>
          <LastUsedCell row={application} />
        </Fact>
        <Fact term={t('panel.use')}>
          <SignIns application={application} />
        </Fact>
        <Fact term={t('panel.id')}>
          <span className="mono small">{applicationId}</span>
          <div className="side-actions">
            <CopyButton text={applicationId} of={t('panel.id')} />
          </div>
        </Fact>
        <Fact term={t('panel.issuer')}>
          <span className="mono small">{issuer}</span>
          <div className="side-actions">
            <CopyButton text={issuer} of={t('panel.issuer')} />
          </div>
        </Fact>
        <Fact term={t('panel.credential')}>
          {t(publicKeys ? 'panel.keys' : 'panel.secret')}
          {formerSecretUntil !== null && (
            <p className="muted small">{t('panel.former', { time: formats.dateTime(formerSecretUntil) })}</p>
          )}
          {!publicKeys && <NewSecret application={application} />}
        </Fact>
        <Fact term={t('panel.start')}>
          <a className="link" href={startUrl} rel="noreferrer">
            {startUrl}
          </a>
        </Fact>
        <Fact term={t('panel.scopes')}>{scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</Fact>
        <Fact term={t('panel.entrance')}>
          <Entrance application={application} />
        </Fact>
        <Fact term={t('panel.created')}>{formats.date(createdAt, 'long')}</Fact>
      </dl>
    </SidePanel>
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
