/** Where the user may go with this login: the latest used first, the others on their own page. Absent where there is none. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchOwnApplicationsQuery } from '@api/client/applications.api.ts';
import { ApplicationTile } from '@src/applications/ApplicationTile.tsx';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';

/** Two rows of tiles on a wide window. */
const SHOWN_COUNT = 6;

export function OwnApplications() {
  const { t } = useTranslation('applications');
  const headingId = useId();
  const { data: applications = [] } = useFetchOwnApplicationsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (applications.length === 0) return null;
  const byUse = applications.toSorted((one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''));
  return (
    <section className="stack-tight" aria-labelledby={headingId}>
      <header className="row spread">
        <h2 id={headingId}>{t('mine.title')}</h2>
        {applications.length > SHOWN_COUNT && (
          <Link to={paths.myApplications.to()}>{t('mine.all', { total: applications.length })}</Link>
        )}
      </header>
      <ul className="tiles">
        {byUse.slice(0, SHOWN_COUNT).map((application) => (
          <li key={application.applicationName} className="stack">
            <ApplicationTile application={application} />
          </li>
        ))}
      </ul>
    </section>
  );
}
