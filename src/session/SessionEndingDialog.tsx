/** Warns that the session is about to end; one click extends it. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { logOutRequested, stayRequested } from '@store/session/session.slice.ts';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

/** `endsAt` by this browser's clock, in milliseconds. */
export function SessionEndingDialog({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const minutes = Math.max(1, Math.ceil((endsAt - useNow(MINUTE_MS / 12)) / MINUTE_MS));
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
