/** The second step of logging in. What the first step was told (the way back, staying signed in) the server has kept. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useParams } from 'react-router';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { carrying, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useLoginResult } from '@src/session/useLoginResult.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { CardSkeleton } from '@src/ui/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { CodeForm, type Finished, type Way } from './CodeForm.tsx';
import { useBackToLogin } from './useBackToLogin.ts';
import { useSignInCheck } from '@src/session/useSignInCheck.ts';
import './mfa.css';

/** Below this many, the person is told to make new ones. */
const FEW_CODES = 3;
const NOTICE_MS = 15_000;

export default function LoginMfaPage() {
  const { t } = useTranslation(['mfa', 'common']);
  const { rememberMe } = useParams();
  const returnUrl = useReturnUrl();
  const [way, setWay] = useState<Way>('app');
  const [signIn, again] = useSignInCheck();
  const finish = useFinish(rememberMe === 'true', returnUrl);
  const over = useBackToLogin(returnUrl);

  if (signIn.kind === 'asking') return <CardSkeleton />;
  if (signIn.kind === 'failed') {
    return (
      <Card title={t('logIn.title')} heading={t('logIn.heading')}>
        <ProblemAlert problem={signIn.problem} />
        <Button kind="primary" wide onClick={again}>
          {t('common:tryAgain')}
        </Button>
      </Card>
    );
  }
  const { check } = signIn;
  // The login page sends on who is signed in already.
  if (check.kind !== 'pending') return <Navigate to={paths.login.to({}, carrying(returnUrl))} replace />;
  if (check.next?.startsWith(paths.enrolMfa.pattern)) return <Navigate to={paths.enrolMfa.to({}, carrying(returnUrl))} replace />;

  const isApp = way === 'app';
  return (
    <Card
      key={way}
      title={t('logIn.title')}
      heading={t('logIn.heading')}
      intro={t(isApp ? 'logIn.intro' : 'logIn.recoveryIntro')}
    >
      <CodeForm key={way} way={way} onFinished={finish} onOver={over} />
      <Button
        kind="quiet"
        onClick={() => {
          setWay(isApp ? 'recovery' : 'app');
        }}
      >
        {t(isApp ? 'logIn.useRecovery' : 'logIn.useApp')}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carrying(returnUrl))}>{t('back')}</Link>
        </li>
        <li>
          <Link to={paths.contactSupport.to({}, { about: 'authenticator', ...carrying(returnUrl) })}>
            {t('common:contactSupport')}
          </Link>
        </li>
      </ul>
    </Card>
  );
}

/** Goes on as after any sign-in. A way back that only the address knows is looked at by the login page's data. */
function useFinish(rememberMe: boolean, returnUrl: string | undefined): (outcome: Finished) => Promise<void> {
  const follow = useLoginResult();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  return useCallback(
    async (outcome) => {
      const { recoveryCodesLeft: count = FEW_CODES } = outcome;
      if (outcome.outcome === 'SignedIn' && count < FEW_CODES)
        dispatch(
          noticeRaised({
            message: { phrase: 'mfa:logIn.left', values: { count } },
            html: true,
            severity: 'warning',
            timeout: NOTICE_MS,
          }),
        );
      if (outcome.outcome === 'SignedIn' && outcome.redirectUrl === paths.root.to() && returnUrl)
        await navigate(paths.login.to({}, carrying(returnUrl)), { replace: true });
      else await follow(outcome, { rememberMe, returnUrl });
    },
    [follow, navigate, dispatch, rememberMe, returnUrl],
  );
}
