/** A passkey instead of an authenticator app, as the second factor that a login waits for. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { useCreatePasskey } from '@src/session/useCreatePasskey.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';

interface Props {
  readonly onEnrolled: (redirectUrl: string | undefined) => void;
  /** The pending login has ended. */
  readonly onExpired: () => void;
}

export function EnrolWithPasskey({ onEnrolled, onExpired }: Props) {
  const { t } = useTranslation('mfa');
  const create = useCreatePasskey();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ClientProblem | 'unable'>();

  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    const created = await create(t('passkey.name'));
    setBusy(false);
    if (created.kind === 'kept') onEnrolled(created.reply.redirectUrl);
    else if (created.kind === 'unable' || created.kind === 'known') setFailure('unable');
    else if (created.kind === 'failed' && problemCode(created.problem) === 'SessionRequired') onExpired();
    else if (created.kind === 'failed') setFailure(created.problem);
  };
  return (
    <>
      {failure === 'unable' && <Alert severity="error">{t('passkey.unable')}</Alert>}
      {failure && failure !== 'unable' && <ProblemAlert problem={failure} />}
      <Button kind="quiet" busy={isBusy} onClick={() => void press()}>
        {t('passkey.setUp')}
      </Button>
    </>
  );
}
