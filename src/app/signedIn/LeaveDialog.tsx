/** Asks before unsaved changes are lost. */
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { leaveGuard } from '../leaveGuard.ts';

export function LeaveDialog() {
  const { t } = useTranslation('session');
  const stay = () => {
    leaveGuard.answer(false);
  };
  return (
    <Dialog title={t('leave.title')} onDecline={stay}>
      <p>{t('leave.text')}</p>
      <div className="button-row">
        <Button onClick={stay} autoFocus>
          {t('leave.stay')}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            leaveGuard.answer(true);
          }}
        >
          {t('leave.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
