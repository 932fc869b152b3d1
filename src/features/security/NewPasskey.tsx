/** Adds a passkey: first the browser's own dialog, then a name for what is there. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@api/contract/passkeys.ts';
import { problemText } from '@src/forms/submission.ts';
import { useCreatePasskey } from '@src/session/useCreatePasskey.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx';

export function NewPasskey() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const create = useCreatePasskey();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [added, setAdded] = useState<Passkey>();

  const add = async () => {
    setBusy(true);
    setFailure(undefined);
    const created = await create(t('passkeys.defaultName'));
    setBusy(false);
    if (created.kind === 'kept') setAdded(created.reply);
    else setFailure(created.kind === 'failed' ? problemText(created.problem, common) : t(`passkeys.${created.kind}`));
  };

  return (
    <>
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      <div className="button-row">
        <BusyButton busy={isBusy} onClick={() => void add()}>
          {t('passkeys.add')}
        </BusyButton>
      </div>
      {added && (
        <PasskeyNameDialog
          title={t('passkeys.nameTitle')}
          hint={t('passkeys.nameHint')}
          passkey={added}
          onClose={(name) => {
            setAdded(undefined);
            notify('security:passkeys.added', { name });
          }}
        />
      )}
    </>
  );
}
