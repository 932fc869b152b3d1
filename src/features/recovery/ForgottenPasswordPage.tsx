/** Forgotten password: a user without a link requests one, a user with a link sets a new password. */
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RecoveryLinks } from './RecoveryLinks.tsx';
import { type LinkProofState, useLinkProof } from './useLinkProof.ts';
import { RequestLink } from './RequestLink.tsx';

export default function ForgottenPasswordPage() {
  const link = useMailedLink();
  const historyState = useLocation().state as LinkProofState | null;
  if (link === 'arriving') return <CardSkeleton />;
  if (link || historyState?.provenUntil || historyState?.isLinkGone) return <ChoosePassword />;
  return <RequestLink />;
}

/** The page that a recovery link opens: the form for the new password, or why the link is unusable. */
function ChoosePassword() {
  const { t } = useTranslation(['recovery', 'common']);
  const navigate = useNavigate();
  const { proof, prove, markLinkGone, retry } = useLinkProof();
  const carried = useReturnUrlQuery();
  const title = t('request.title');
  const requestNewLink = () => {
    void navigate(paths.forgottenPassword.to({}, carried), { replace: true, state: {} });
  };

  if (proof.kind === 'checking') return <CardSkeleton />;
  if (proof.kind === 'gone') {
    return (
      <Card key="gone" title={title} heading={t('gone.heading')}>
        <Alert severity="warning">{t('gone.text')}</Alert>
        <Button kind="primary" onClick={requestNewLink}>
          {t('gone.again')}
        </Button>
        <RecoveryLinks />
      </Card>
    );
  }
  if (proof.kind === 'failed') {
    return (
      <Card key="failed" title={title} heading={t('choose.heading')}>
        <ProblemAlert problem={proof.problem} />
        <Button kind="primary" onClick={retry}>
          {t('common:tryAgain')}
        </Button>
        <RecoveryLinks />
      </Card>
    );
  }
  return (
    <Card key="form" title={title} heading={t('choose.heading')} intro={t('choose.intro')}>
      <NewPasswordForm prove={proof.kind === 'codeNeeded' ? prove : undefined} onLinkGone={markLinkGone} />
      <p>
        <Link to={paths.login.to({}, carried)}>{t('back')}</Link>
      </p>
    </Card>
  );
}
