/** The login form of one application. */
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useLoginResult } from '@src/session/useLoginResult.ts';
import { returnUrlQuery, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LoginForm } from './LoginForm.tsx';
import { isLegacyName } from './legacyName.ts';
import { useNamedApplication } from './useNamedApplication.ts';
import { UnknownApplication } from './UnknownApplication.tsx';

export default function LoginFormPage() {
  const { t } = useTranslation(['login', 'common']);
  const { applications, defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const [query] = useSearchParams();
  const applyResult = useLoginResult();
  const named = useNamedApplication();
  const navigate = useNavigate();
  const forgottenPassword = paths.forgottenPassword.to({}, returnUrlQuery(returnUrl));
  /** The typed user name goes along in the history, never in the address. */
  const takeAlong = () => {
    const typed = document.querySelector<HTMLInputElement>('[name=userName]')?.value;
    void navigate(forgottenPassword, { state: { typed } });
  };

  if (isLegacyName(application, defaultApplication)) {
    return <Navigate to={paths.loginForm.to({ application: defaultApplication }, returnUrlQuery(returnUrl))} replace />;
  }

  // Shows no name from the URL that is not known, against content spoofing.
  if (!named) {
    const otherCase = applications?.find(({ applicationName }) => applicationName.toLowerCase() === application.toLowerCase());
    return otherCase ? (
      <Navigate to={paths.loginForm.to({ application: otherCase.applicationName }, returnUrlQuery(returnUrl))} replace />
    ) : (
      <UnknownApplication />
    );
  }
  return (
    <Card title={t('title')} heading={t('form.heading', { application: named.displayName })}>
      <LoginForm
        application={application}
        returnUrl={returnUrl}
        userName={query.get('userName') ?? undefined}
        onOutcome={(outcome, rememberMe) => applyResult(outcome, { rememberMe, returnUrl })}
      />
      <ul className="links">
        <li>
          <Link to={paths.forgottenUsername.to({}, returnUrlQuery(returnUrl))}>{t('form.forgottenUserName')}</Link>
        </li>
        <li>
          <Link to={forgottenPassword} onFollow={takeAlong}>
            {t('form.forgottenPassword')}
          </Link>
        </li>
        <li>
          <Link to={paths.loginHelp.to({}, returnUrlQuery(returnUrl))}>{t('start.help')}</Link>
        </li>
      </ul>
    </Card>
  );
}
