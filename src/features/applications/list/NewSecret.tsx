/** A new secret for an application, after a question; the former one is accepted for a while more. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenewApplicationSecretMutation } from '@api/client/applications.api.ts';
import type { Application } from '@api/contract/applications.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { SecretDialog, type FreshSecret } from '../SecretDialog.tsx';

export function NewSecret({
  application: { applicationId, displayName },
}: {
  readonly application: Pick<Application, 'applicationId' | 'displayName'>;
}) {
  const { t } = useTranslation(['applications', 'common']);
  const [renew, { isLoading }] = useRenewApplicationSecretMutation();
  const [isAsking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<FreshSecret>();
  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { data } = await renew({ applicationId });
    close();
    setFresh(data);
  };
  return (
    <>
      <Button
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('secret.open')}
      </Button>
      {isAsking && (
        <Dialog title={t('secret.confirmTitle', { name: displayName })} onDecline={close}>
          <p>{t('secret.confirmText')}</p>
          <div className="button-row">
            <Button onClick={close} autoFocus>
              {t('common:cancel')}
            </Button>
            <BusyButton type="primary" busy={isLoading} onClick={() => void confirm()}>
              {t('secret.confirm')}
            </BusyButton>
          </div>
        </Dialog>
      )}
      {fresh && (
        <SecretDialog
          name={displayName}
          fresh={fresh}
          onClose={() => {
            setFresh(undefined);
          }}
        />
      )}
    </>
  );
}
