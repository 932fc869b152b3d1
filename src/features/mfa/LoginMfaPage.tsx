/** Second step of the login. The server keeps the return URL and "stay signed in" of the first step. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useParams } from 'react-router';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { returnUrlQuery, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useLoginResult } from '@src/session/useLoginResult.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { CodeForm, type Finished, type CodeKind } from './CodeForm.tsx';
import { MfaLinks } from './MfaLinks.tsx';
import { MissingCodes } from './MissingCodes.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import { useBackToLogin } from './useBackToLogin.ts';
import { useSignInCheck } from '@src/session/useSignInCheck.ts';
import './mfa.css';

/** Below this many, a notice asks to renew them. */
const LOW_CODES_COUNT = 3;
const NOTICE_MS = 15_000;

export default function LoginMfaPage() {
  const { t } = useTranslation(['mfa', 'common']);
  const { rememberMe } = useParams();
  const returnUrl = useReturnUrl();
  const [codeKind, setCodeKind] = useState<CodeKind>('app');
  const [signIn, retry] = useSignInCheck();
  const [missing, setMissing] = useState<Finished>();
  const completeLogin = useCompleteLogin(rememberMe === 'true', returnUrl);
  const finish = useCallback(
    (outcome: Finished) => {
      if (!outcome.recoveryCodesMissing) return completeLogin(outcome);
      setMissing(outcome);
      return Promise.resolve();
    },
    [completeLogin],
  );
  const backToLogin = useBackToLogin(returnUrl);

  // The user is logged in already.
  if (missing) return <MissingCodes onContinue={() => void completeLogin(missing)} />;
  if (signIn.kind === 'loading') return <CardSkeleton />;
  if (signIn.kind === 'failed') {
    return (
      <Card title={t('logIn.title')} heading={t('logIn.heading')}>
        <ProblemAlert problem={signIn.problem} />
        <Button kind="primary" onClick={retry}>
          {t('common:tryAgain')}
        </Button>
      </Card>
    );
  }
  const { check } = signIn;
  // The login page redirects signed-in users.
  if (check.kind !== 'pending') return <Navigate to={paths.login.to({}, returnUrlQuery(returnUrl))} replace />;
  if (check.next?.startsWith(paths.enrolMfa.pattern))
    return <Navigate to={paths.enrolMfa.to({}, returnUrlQuery(returnUrl))} replace />;

  const { passkey, mayRemember, digits } = factsOf(check.next);
  if (passkey === 'only') {
    return (
      <Card title={t('logIn.title')} heading={t('passkey.heading')} intro={t('passkey.intro')}>
        <PasskeyStep isOnly onFinished={finish} />
        <MfaLinks returnUrl={returnUrl} />
      </Card>
    );
  }
  const isApp = codeKind === 'app';
  return (
    <Card
      key={codeKind}
      title={t('logIn.title')}
      heading={t('logIn.heading')}
      intro={isApp ? t(digits === undefined ? 'logIn.intro' : 'logIn.introFormer', { digits }) : t('logIn.recoveryIntro')}
    >
      <CodeForm
        key={codeKind}
        kind={codeKind}
        mayRemember={mayRemember}
        digits={digits}
        onFinished={finish}
        onExpired={backToLogin}
      />
      <Button
        kind="quiet"
        onClick={() => {
          setCodeKind(isApp ? 'recovery' : 'app');
        }}
      >
        {t(isApp ? 'logIn.useRecovery' : 'logIn.useApp')}
      </Button>
      {passkey && <PasskeyStep isOnly={false} onFinished={finish} />}
      <MfaLinks returnUrl={returnUrl} />
    </Card>
  );
}

/**
 * Reads what the server puts into the address of this page: whether the user has a passkey, beside the authenticator or alone; whether
 * the code may be skipped in this browser from now on; and its length, if it is another than that of our own keys.
 */
function factsOf(next: string | null): {
  readonly passkey: string | null;
  readonly mayRemember: boolean;
  readonly digits: number | undefined;
} {
  const facts = new URLSearchParams(next?.split('?')[1]);
  return {
    passkey: facts.get('passkey'),
    mayRemember: facts.get('browser') !== 'never',
    digits: facts.has('digits') ? Number(facts.get('digits')) : undefined,
  };
}

/** Completes the login as any other page does. A return URL known only from the URL is validated by the login page. */
function useCompleteLogin(rememberMe: boolean, returnUrl: string | undefined): (outcome: Finished) => Promise<void> {
  const applyResult = useLoginResult();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  return useCallback(
    async (outcome) => {
      const { recoveryCodesLeft: count = LOW_CODES_COUNT } = outcome;
      if (outcome.outcome === 'SignedIn' && count < LOW_CODES_COUNT)
        dispatch(
          noticeRaised({
            message: { phrase: 'mfa:logIn.left', values: { count } },
            html: true,
            severity: 'warning',
            timeout: NOTICE_MS,
          }),
        );
      if (outcome.outcome === 'SignedIn' && outcome.redirectUrl === paths.root.to() && returnUrl)
        await navigate(paths.login.to({}, returnUrlQuery(returnUrl)), { replace: true });
      else await applyResult(outcome, { rememberMe, returnUrl });
    },
    [applyResult, navigate, dispatch, rememberMe, returnUrl],
  );
}
