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
import { useFormats } from '@src/i18n/useFormats.ts';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Breakable } from '@src/ui/Breakable.tsx';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** When trying again helps, in whole minutes, as it is shown. */
const endOfWait = (problem: ClientProblem | undefined): number | undefined =>
  problem?.kind === 'problem' && problem.retryAfter !== undefined
    ? Math.ceil((Date.now() + problem.retryAfter * SECOND_MS) / MINUTE_MS) * MINUTE_MS
    : undefined;

export default function ConfirmEmailPage() {
  const { t } = useTranslation(['recovery', 'common']);
  const formats = useFormats();
  const navigate = useNavigate();
  const link = useMailedLink();
  const [search] = useSearchParams();
  const answer = search.has('refuse') ? 'refuse' : 'email';
  const [confirm, confirming] = useConfirmEmailMutation();
  const [refuse, refusing] = useCancelEmailMutation();
  const [confirmed, setConfirmed] = useState<ReplyOf<'Users.ConfirmEmail'>>();
  const [failure, setFailure] = useState<ClientProblem>();
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const title = t(`${answer}.title`);

  if (link === 'arriving') return <CardSkeleton />;
  if (confirmed) {
    return (
      <Card key="done" title={title} heading={t(`${answer}.done`)}>
        <Alert severity="success">
          <Breakable>{t(confirmed.already ? `${answer}.already` : `${answer}.doneText`, { ...confirmed })}</Breakable>
        </Alert>
        <Button kind="primary" onClick={() => void navigate(paths.login.to())}>
          {t('email.goOn')}
        </Button>
      </Card>
    );
  }
  const isNotYet = problemCode(failure) === 'EmailNotYet';
  if (!link || (failure && isRefused(failure) && !isNotYet)) {
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
    const problem = error && problemOf(error);
    setFailure(problem);
    setWaitsUntil(endOfWait(problem));
  };
  return (
    <Card key="ask" title={title} heading={t(`${answer}.heading`)} intro={t(`${answer}.intro`)}>
      {isNotYet && waitsUntil !== undefined ? (
        <Alert severity="warning">{t('email.wait', { time: formats.dateTime(waitsUntil) })}</Alert>
      ) : (
        failure && <ProblemAlert problem={failure} />
      )}
      <Button
        kind={isNotYet ? 'secondary' : 'primary'}
        busy={confirming.isLoading || refusing.isLoading}
        onClick={() => void send()}
      >
        {t(failure ? 'common:tryAgain' : `${answer}.submit`)}
      </Button>
      {answer === 'email' && <p className="small muted">{t('email.unknown')}</p>}
    </Card>
  );
}
