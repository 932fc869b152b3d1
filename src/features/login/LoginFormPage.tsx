/** The form of one application. Who is signed in already goes on to the target. */
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { useOutcome } from '@src/app/useOutcome.ts';
import { carrying, useReturnUrl } from '@src/app/returnUrl.ts';
import { usePageConfig } from '@src/app/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LoginForm } from './LoginForm.tsx';
import { isLegacyName } from './legacyName.ts';
import { useSignedInTarget } from './useSignedInTarget.ts';

export default function LoginFormPage() {
  const { t } = useTranslation(['login', 'common']);
  const { applications, defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const follow = useOutcome();
  const { data: page } = useFetchLoginPageQuery(returnUrl ? { returnUrl } : {});
  useSignedInTarget(page, application);

  if (isLegacyName(application, defaultApplication)) {
    return <Navigate to={paths.loginForm.to({ application: defaultApplication }, carrying(returnUrl))} replace />;
  }

  const known = page?.applications ?? applications ?? [];
  const displayName = known.find(({ applicationName }) => applicationName === application)?.displayName ?? application;
  return (
    <Card title={t('title')} heading={t('form.heading', { application: displayName })}>
      <LoginForm
        application={application}
        returnUrl={returnUrl}
        onOutcome={(outcome, rememberMe) => {
          follow(outcome, { rememberMe, returnUrl });
        }}
      />
      <ul className="links">
        <li>
          <Link to={paths.forgottenUsername.to()}>{t('form.forgottenUserName')}</Link>
        </li>
        <li>
          <Link to={paths.forgottenPassword.to()}>{t('form.forgottenPassword')}</Link>
        </li>
        <li>
          <Link to={paths.contactSupport.to()}>{t('form.support')}</Link>
        </li>
      </ul>
    </Card>
  );
}
