/** A passkey as the second step of the login, instead of a code or as the only way. */
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@api/contract/login.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { usePasskeyLogin } from '@src/session/usePasskeyLogin.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';

interface Props {
  readonly isOnly: boolean;
  readonly onFinished: (outcome: Outcome) => Promise<void>;
}

const noChoices = () => ({});

export function PasskeyStep({ isOnly, onFinished }: Props) {
  const { t } = useTranslation('mfa');
  // The server keeps return URL and "stay signed in" of the first step.
  const { logIn, isBusy, failure } = usePasskeyLogin({ choices: noChoices, onOutcome: onFinished });
  return (
    <>
      {failure === 'unable' && <Alert severity="error">{t('passkey.unable')}</Alert>}
      {failure && failure !== 'unable' && <ProblemAlert problem={failure} />}
      <Button kind={isOnly ? 'primary' : 'quiet'} busy={isBusy} autoFocus={isOnly} onClick={() => void logIn()}>
        {t(isOnly ? 'passkey.submit' : 'passkey.instead')}
      </Button>
    </>
  );
}
