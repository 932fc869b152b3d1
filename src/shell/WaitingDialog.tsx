/** The actions that wait for the connection: each can be taken back, all tried now. */
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import {
  selectWaiting,
  waitingRetryRequested,
  waitingTakenBack,
  type WaitingAction,
} from '@store/users/waiting/waiting.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { useMessages } from './useMessage.ts';

export default function WaitingDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['session', 'common']);
  const dispatch = useDispatch();
  const actions = useSelector(selectWaiting);
  const isWaiting = actions.length > 0;
  useEffect(
    () => () => {
      // The button, to which the dialog returns the focus, goes with the last action.
      queueMicrotask(() => {
        if (!document.activeElement || document.activeElement === document.body) document.getElementById('content')?.focus();
      });
    },
    [],
  );
  return (
    <Dialog title={t('session:waiting.label')} onDecline={onClose} width={560}>
      <p role="status">{t(isWaiting ? 'session:waiting.text' : 'session:waiting.empty')}</p>
      <ol className="stack-tight">
        {actions.map((action) => (
          <Waiting key={action.id} action={action} />
        ))}
      </ol>
      <div className="button-row">
        {isWaiting && <Button onClick={() => dispatch(waitingRetryRequested())}>{t('session:waiting.retry')}</Button>}
        <Button type="primary" onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  );
}

function Waiting({ action: { id, what, since, isMaybeDone, isBeingSent } }: { readonly action: WaitingAction }) {
  const { t } = useTranslation('session', { keyPrefix: 'waiting' });
  const formats = useFormats();
  const dispatch = useDispatch();
  const [text = ''] = useMessages([what]);
  const time = formats.time(new Date(since).toISOString());
  const state = isBeingSent ? t('sending') : isMaybeDone ? t('maybeDone') : undefined;
  return (
    <li className="row spread">
      <span>
        {text} <span className="small muted">{t('since', { time })}</span>
      </span>
      {!isBeingSent && (
        <Button
          aria-label={t('takeBackOf', { action: text })}
          onClick={() => {
            dispatch(waitingTakenBack(id));
          }}
        >
          {t('takeBack')}
        </Button>
      )}
      {state !== undefined && <span className="full-row small">{state}</span>}
    </li>
  );
}
