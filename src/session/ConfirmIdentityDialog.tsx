/**
 * "Confirm it's you": one dialog for all waiting requests, which continue once it is answered. It asks for the strongest factor
 * that the user has, as the server accepts no password alone from a user with a second one.
 */
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { useFetchPasskeysQuery } from '@api/client/passkeys.api.ts';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selectSelf } from '@store/session/session.slice.ts';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemText } from '@src/forms/submission.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { ConfirmByProvider } from './ConfirmByProvider.tsx';
import { useAskForPasskey } from './useAskForPasskey.ts';

const bars = [
  { width: '6em', height: '1.2em' },
  { width: '100%', height: '2.4em' },
];

export function ConfirmIdentityDialog() {
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const hasAuthenticator = useSelector(selectSelf)?.mfaEnabled === true;
  const passkeys = useFetchPasskeysQuery();
  const passkey = usePasskeyProof();
  const cancel = () => dispatch(confirmIdentityCancelled());

  const hasPasskey = (passkeys.data?.length ?? 0) > 0;
  const isPasskeyOnly = hasPasskey && !hasAuthenticator;
  const canUsePasskey = hasPasskey && supportsPasskeys();
  const isLoading = !hasAuthenticator && passkeys.isLoading;

  return (
    <Dialog title={t('confirm.title')} onDecline={cancel}>
      <p className="muted">{t('confirm.text')}</p>
      {passkey.failure && <Alert severity="error">{passkey.failure}</Alert>}
      {isLoading && <Skeleton bars={bars} label={t('common:loading')} />}
      {!isLoading && hasAuthenticator && <ConfirmByCode />}
      {!isLoading && !hasAuthenticator && !hasPasskey && (
        <>
          <ConfirmByPassword />
          <ConfirmByProvider />
        </>
      )}
      {isPasskeyOnly && !canUsePasskey && <Alert severity="error">{t('confirm.unable')}</Alert>}
      {canUsePasskey && (
        <BusyButton
          block
          type={isPasskeyOnly ? 'primary' : 'default'}
          autoFocus={isPasskeyOnly}
          busy={passkey.isBusy}
          onClick={() => void passkey.prove()}
        >
          {t('confirm.usePasskey')}
        </BusyButton>
      )}
      {isPasskeyOnly && <p className="muted">{t('confirm.lostPasskey')}</p>}
      <div className="button-row">
        <Button onClick={cancel}>{t('common:cancel')}</Button>
      </div>
    </Dialog>
  );
}

interface PasskeyProof {
  readonly prove: () => Promise<void>;
  readonly isBusy: boolean;
  /** The translated message. */
  readonly failure: string | undefined;
}

/** Proof of identity by a passkey. Waiting requests continue, and the dialog closes, once it is accepted. */
function usePasskeyProof(): PasskeyProof {
  const { t } = useTranslation('session');
  const { t: common } = useTranslation('common');
  const ask = useAskForPasskey();
  const [confirmIdentity] = useConfirmIdentityMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const prove = useCallback(async () => {
    setBusy(true);
    setFailure(undefined);
    const asked = await ask();
    if (asked.kind === 'unable') setFailure(t('confirm.unable'));
    if (asked.kind === 'failed') setFailure(problemText(asked.problem, common));
    if (asked.kind === 'given') {
      const { error } = await confirmIdentity(seal({ body: { passkey: asked.response } }));
      if (error) setFailure(problemText(problemOf(error), common));
    }
    setBusy(false);
  }, [ask, confirmIdentity, t, common]);
  return { prove, isBusy, failure };
}
