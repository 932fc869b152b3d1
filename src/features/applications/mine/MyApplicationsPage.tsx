/** The applications that the user may enter: a tile each, and what the user has allowed those that asked. */
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchOwnApplicationsQuery } from '@api/client/applications.api.ts';
import type { OwnApplication } from '@api/contract/applications.ts';
import { applicationsModule } from '@store/applications/applications.module.ts';
import { withdrawalRequested } from '@store/applications/acts.saga.ts';
import { registerModule } from '@store/modules.ts';
import { ApplicationTile } from '@src/applications/ApplicationTile.tsx';
import { ListState } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import '../applications.css';

registerModule(applicationsModule);

export default function MyApplicationsPage() {
  const { t } = useTranslation('applications');
  const query = useFetchOwnApplicationsQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('mine.title')}>{t('mine.title')}</PageHeading>
        <p className="muted">{t('mine.lead')}</p>
      </header>
      <Loaded query={query}>
        {(applications) =>
          applications.length === 0 ? (
            <ListState heading={t('mine.none')} text={t('mine.noneText')} />
          ) : (
            <>
              <ul className="form-page-pair">
                {applications.map((application) => (
                  <li key={application.applicationName} className="stack">
                    <ApplicationTile application={application} />
                  </li>
                ))}
              </ul>
              <Consents applications={applications.filter(({ consent }) => consent !== null)} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Consents({ applications }: { readonly applications: readonly OwnApplication[] }) {
  const { t } = useTranslation('applications');
  const headingId = useId();
  if (applications.length === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('mine.consents')}</h2>
      <ul className="stack-tight">
        {applications.map((application) => (
          <li key={application.applicationName} className="box row">
            <Consent application={application} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Consent({ application: { applicationId, displayName, consent } }: { readonly application: OwnApplication }) {
  const { t } = useTranslation('applications');
  const dispatch = useDispatch();
  if (!consent || applicationId === null) return null;
  return (
    <>
      <div className="lead small">
        {t('mine.allowed', { name: displayName })}
        <ul>
          {consent.scopes.map((scope) => (
            <li key={scope}>{t(`mine.scope.${scope}`)}</li>
          ))}
        </ul>
      </div>
      <div className="small-buttons">
        <Button
          onClick={() => {
            dispatch(withdrawalRequested({ applicationId, displayName }));
          }}
        >
          {t('mine.withdraw')}
          <VisuallyHidden> ({displayName})</VisuallyHidden>
        </Button>
      </div>
    </>
  );
}
