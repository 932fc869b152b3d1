/** Asks before unsaved changes are lost. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { Dialog } from '@src/ui/Dialog.tsx';
import { AntdProvider } from './AntdProvider.tsx';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';

export default function LeaveDialog({ leaving }: { readonly leaving: Blocker & { readonly state: 'blocked' } }) {
  const { t } = useTranslation('session');
  const stay = () => {
    leaving.reset();
  };
  const leave = () => {
    unsavedChanges.discard();
    leaving.proceed();
  };
  return (
    <AntdProvider>
      <Dialog title={t('leave.title')} onDecline={stay}>
        <p>{t('leave.text')}</p>
        <div className="button-row">
          <Button onClick={stay} autoFocus>
            {t('leave.stay')}
          </Button>
          <Button type="primary" danger onClick={leave}>
            {t('leave.leave')}
          </Button>
        </div>
      </Dialog>
    </AntdProvider>
  );
}
