/**
 * "Log in with a passkey", below the login form, and passkeys among the suggestions of its name field. Loaded after the form, which knows
 * nothing of it.
 */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { passkeyOfferModule } from '@store/session/passkeyOffer.module.ts';
import { registerModule } from '@store/modules.ts';
import { isPasskeyDevice } from '@src/browser/passkeySupport.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { useReturnUrl } from '@src/navigation/returnUrl.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useLoginResult } from '@src/session/useLoginResult.ts';
import { usePasskeyLogin } from '@src/session/usePasskeyLogin.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { useCardSlot } from './useCardSlot.ts';
import { usePasskeyAutofill } from './usePasskeyAutofill.ts';

const isRemembered = () => document.querySelector<HTMLInputElement>('input[name="rememberMe"]')?.checked === true;

export default function PasskeyLogin() {
  const { t } = useTranslation('passkeys');
  const { defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const applyResult = useLoginResult();
  const slot = useCardSlot();
  const { logIn, isBusy, failure } = usePasskeyLogin({
    purpose: 'login',
    choices: () => ({ rememberMe: isRemembered(), applicationName: application, ...(returnUrl && { returnUrl }) }),
    onOutcome: (outcome) => applyResult(outcome, { rememberMe: isRemembered(), returnUrl }),
  });
  const suggestAgain = usePasskeyAutofill(logIn, isBusy);
  useEffect(() => {
    void isPasskeyDevice().then((isCapable) => {
      if (isCapable) registerModule(passkeyOfferModule);
    });
  }, []);

  const press = async () => {
    if (!(await logIn())) suggestAgain();
  };
  return createPortal(
    <>
      {failure === 'unable' && <Alert severity="error">{t('unable')}</Alert>}
      {failure && failure !== 'unable' && <ProblemAlert problem={failure} />}
      <Button busy={isBusy} onClick={() => void press()}>
        {t('logIn')}
      </Button>
    </>,
    slot,
  );
}
