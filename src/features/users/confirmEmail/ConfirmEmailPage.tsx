/**
 * Confirms a changed email address, or refuses it. Opening a mailed link changes nothing, because mail scanners open links too;
 * the button does.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { type ClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { seal } from '@api/client/secrets.ts';
import { useCancelEmailMutation, useConfirmEmailMutation } from '@api/client/users.self.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';

export default function ConfirmEmailPage() {
  const { t } = useTranslation(['recovery', 'common']);
  const navigate = useNavigate();
  const link = useMailedLink();
  const [search] = useSearchParams();
  const answer = search.has('refuse') ? 'refuse' : 'email';
  const [confirm, confirming] = useConfirmEmailMutation();
  const [refuse, refusing] = useCancelEmailMutation();
  const [confirmed, setConfirmed] = useState<ReplyOf<'Users.ConfirmEmail'>>();
  const [failure, setFailure] = useState<ClientProblem>();
  const title = t(`${answer}.title`);

  if (link === 'arriving') return <CardSkeleton />;
  if (confirmed) {
    return (
      <Card key="done" title={title} heading={t(`${answer}.done`)}>
        <Alert severity="success">{t(`${answer}.doneText`, confirmed)}</Alert>
        <Button kind="primary" onClick={() => void navigate(paths.login.to())}>
          {t('email.goOn')}
        </Button>
      </Card>
    );
  }
  if (!link || (failure && isRefused(failure) && problemCode(failure) !== 'EmailNotYet')) {
    return (
      <Card key="gone" title={title} heading={t('gone.heading')}>
        {failure ? <ProblemAlert problem={failure} /> : <Alert severity="warning">{t('email.none')}</Alert>}
        <p>{t(`${answer}.again`)}</p>
        <ul className="links">
          <li>
            <Link to={paths.login.to()}>{t('email.goOn')}</Link>
          </li>
          <li>
            <Link to={paths.contactSupport.to()}>{t('common:contactSupport')}</Link>
          </li>
        </ul>
      </Card>
    );
  }

  const send = async () => {
    const { data, error } = await (answer === 'refuse' ? refuse : confirm)(seal({ body: link }));
    setConfirmed(data);
    setFailure(error && problemOf(error));
  };
  return (
    <Card key="ask" title={title} heading={t(`${answer}.heading`)} intro={t(`${answer}.intro`)}>
      {failure && <ProblemAlert problem={failure} />}
      <Button kind="primary" busy={confirming.isLoading || refusing.isLoading} onClick={() => void send()}>
        {t(failure ? 'common:tryAgain' : `${answer}.submit`)}
      </Button>
      {answer === 'email' && <p className="small muted">{t('email.unknown')}</p>}
    </Card>
  );
}
