/** Start of the login: redirects if there is one application, or an application asks for the login; otherwise one tile each. */
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { returnUrlQuery, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Tile } from '@src/ui/native/Tile.tsx';
import { useSignedInTarget } from './useSignedInTarget.ts';

export default function LoginStartPage() {
  const { t } = useTranslation('login');
  const { applications: configured, defaultApplication } = usePageConfig();
  const returnUrl = useReturnUrl();
  const [query] = useSearchParams();
  const problem = query.get('problem');
  const hasSingleApplication = configured?.length === 1;
  const { data: page, isError } = useFetchLoginPageQuery(returnUrl ? { returnUrl } : {}, { skip: hasSingleApplication });
  useSignedInTarget(page, defaultApplication);

  const applications = configured ?? page?.applications;
  const formOf = (application: string) =>
    paths.loginForm.to({ application }, { ...returnUrlQuery(returnUrl), ...(problem === 'sso' && { problem }) });
  // A page of ours, such as the one of a mailed link, belongs to the default application.
  const asking = page?.returnUrl == null || page.returnUrl === '/' ? undefined : page.applicationName;
  // If the request fails, use the default application, which every user has.
  const only = applications?.length === 1 ? applications[0]?.applicationName : isError ? defaultApplication : asking;
  if (only !== undefined) return <Navigate to={formOf(only)} replace />;
  const mayBeAsked = page === undefined && returnUrl !== undefined;
  if (!applications || page?.signedIn || mayBeAsked) return <CardSkeleton />;
  return (
    <Card title={t('title')} heading={t('start.heading')} intro={t('start.choose')}>
      <ul className="stack-tight">
        {applications.map(({ applicationName, displayName }) => (
          <li key={applicationName}>
            <Tile to={formOf(applicationName)} name={displayName} />
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.loginHelp.to({}, returnUrlQuery(returnUrl))}>{t('start.help')}</Link>
      </p>
    </Card>
  );
}
