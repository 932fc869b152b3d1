/** Proof of identity by a passkey. Waiting requests continue, and the dialog closes, once it is accepted. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemText } from '@src/forms/submission.ts';
import { useAskForPasskey } from './useAskForPasskey.ts';

interface PasskeyProof {
  readonly prove: () => Promise<void>;
  readonly isBusy: boolean;
  /** The translated message. */
  readonly failure: string | undefined;
}

export function usePasskeyProof(): PasskeyProof {
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
