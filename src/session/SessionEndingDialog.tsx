/** Warns that the session is about to end; one click extends it. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { durationText } from '@api/contract/duration.ts';
import { logOutRequested, stayRequested } from '@store/session/session.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

/** `endsAt` by this browser's clock, in milliseconds. */
export function SessionEndingDialog({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const duration = durationText(useFormats().locale, endsAt - useNow(MINUTE_MS / 12));
  const stay = () => dispatch(stayRequested());
  return (
    <Dialog title={t('ending.title')} onDecline={stay}>
      <p>{t('ending.text', { duration })}</p>
      <div className="button-row">
        <Button onClick={() => dispatch(logOutRequested())}>{t('common:bar.logOut')}</Button>
        <Button type="primary" onClick={stay} autoFocus>
          {t('ending.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
