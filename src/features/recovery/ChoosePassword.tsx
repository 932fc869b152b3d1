/** Target of a recovery link: the form, or why the link is unusable. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useLinkProof } from './useLinkProof.ts';
import { RecoveryLinks } from './RecoveryLinks.tsx';

export function ChoosePassword() {
  const { t } = useTranslation(['recovery', 'common']);
  const navigate = useNavigate();
  const { proof, prove, markGone, retry } = useLinkProof();
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
      <NewPasswordForm prove={proof.kind === 'codeNeeded' ? prove : undefined} onGone={markGone} />
      <p>
        <Link to={paths.login.to({}, carried)}>{t('back')}</Link>
      </p>
    </Card>
  );
}
