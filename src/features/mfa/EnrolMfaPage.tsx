/** MFA enrolment, during a login or from the security details. */
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { returnUrlQuery, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { EnrolWithPasskey } from './EnrolWithPasskey.tsx';
import { MfaLinks } from './MfaLinks.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useBackToLogin } from './useBackToLogin.ts';
import { useEnrolment, type Enrolment } from './useEnrolment.ts';
import './mfa.css';

export default function EnrolMfaPage() {
  const { t } = useTranslation('mfa');
  const returnUrl = useReturnUrl();
  const redirect = useRedirect();
  const navigate = useNavigate();
  const backToLogin = useBackToLogin(returnUrl);
  const { enrolment, retry, enabled, loggedIn } = useEnrolment();
  const title = t('enrol.title');
  const continueTo = (redirectUrl: string | undefined, isSigningIn: boolean) => {
    // A return URL known only from the URL is validated by the login page.
    if (isSigningIn && redirectUrl === paths.root.to() && returnUrl)
      void navigate(paths.login.to({}, returnUrlQuery(returnUrl)), { replace: true });
    else void redirect(redirectUrl);
  };

  switch (enrolment.kind) {
    case 'beginning':
      return <CardSkeleton />;
    case 'nobody':
      return <Navigate to={paths.login.to({}, returnUrlQuery(returnUrl))} replace />;
    case 'elsewhere':
      return <Navigate to={paths.loginMfa.to({ rememberMe: 'false' }, returnUrlQuery(returnUrl))} replace />;
    case 'scanning': {
      const { isSigningIn } = enrolment;
      const allowsPasskey = isSigningIn && supportsPasskeys();
      const intro = t(allowsPasskey ? 'enrol.introOrPasskey' : 'enrol.intro');
      return (
        <Card key="scan" title={title} heading={t('enrol.heading')} intro={intro}>
          {allowsPasskey && (
            <EnrolWithPasskey
              onEnrolled={(redirectUrl) => {
                loggedIn();
                continueTo(redirectUrl, true);
              }}
              onExpired={backToLogin}
            />
          )}
          <EnrolForm
            secret={enrolment.secret}
            onEnabled={(reply) => {
              enabled(reply, isSigningIn);
            }}
            onExpired={backToLogin}
          />
          {isSigningIn ? <MfaLinks returnUrl={returnUrl} /> : <ToSecurityDetails />}
        </Card>
      );
    }
    case 'enabled': {
      const { reply, isSigningIn } = enrolment;
      return (
        <RecoveryCodes
          key="codes"
          title={title}
          codes={reply.recoveryCodes}
          onContinue={() => {
            continueTo(reply.redirectUrl, isSigningIn);
          }}
        />
      );
    }
    default:
      return <NotEnrolling enrolment={enrolment} onRetry={retry} />;
  }
}

interface Props {
  readonly enrolment: Extract<Enrolment, { readonly kind: 'already' | 'unconfirmed' | 'failed' }>;
  readonly onRetry: () => void;
}

function NotEnrolling({ enrolment, onRetry }: Props) {
  const { t } = useTranslation(['mfa', 'common']);
  return (
    <Card key="not" title={t('enrol.title')} heading={t('enrol.heading')}>
      {enrolment.kind === 'failed' && <ProblemAlert problem={enrolment.problem} />}
      {enrolment.kind === 'already' && <Alert>{t('enrol.already')}</Alert>}
      {enrolment.kind === 'unconfirmed' && <Alert>{t('enrol.confirm')}</Alert>}
      {enrolment.kind === 'already' ? (
        <Link className="button button-primary" to={paths.securityDetails.to()}>
          {t('enrol.security')}
        </Link>
      ) : (
        <>
          <Button kind="primary" onClick={onRetry}>
            {t('common:tryAgain')}
          </Button>
          <ToSecurityDetails />
        </>
      )}
    </Card>
  );
}

function ToSecurityDetails() {
  const { t } = useTranslation('mfa');
  return (
    <ul className="links">
      <li>
        <Link to={paths.securityDetails.to()}>{t('enrol.security')}</Link>
      </li>
    </ul>
  );
}
