/** The session is about to end by itself; one click keeps it. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { logOutRequested, stayRequested } from '@store/session/session.slice.ts';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE = 60_000;

/** `endsAt` by this browser's clock, in milliseconds. */
export function SessionEndingDialog({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const minutes = Math.max(1, Math.ceil((endsAt - useNow(MINUTE / 12)) / MINUTE));
  const stay = () => dispatch(stayRequested());
  return (
    <Dialog title={t('session.endingTitle')} onDecline={stay}>
      <p>{t('session.ending', { count: minutes })}</p>
      <div className="button-row">
        <Button onClick={() => dispatch(logOutRequested())}>{t('bar.logOut')}</Button>
        <Button kind="primary" onClick={stay} autoFocus>
          {t('session.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
