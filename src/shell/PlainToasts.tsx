/** Toasts without antd, as long as its code is missing: what could not be loaded must be said too. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { noticeDismissed, noticeReleased, selectNotices, type Notice } from '@store/notices/notices.slice.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { useMessages } from './useMessage.ts';

/** Where the toasts are, whose style sheet is missing too. */
const place = { position: 'fixed', zIndex: 40, right: 16, bottom: 16, width: 'min(400px, 100vw - 32px)' } as const;

export function PlainToasts() {
  return (
    <ol className="stack-tight" style={place}>
      {useSelector(selectNotices).map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </ol>
  );
}

function Toast({ notice: { id, message, severity, action } }: { readonly notice: Notice }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [text = ''] = useMessages([message]);
  const [label] = useMessages(action ? [action.label] : []);
  useEffect(() => {
    dispatch(noticeReleased(id));
  }, [dispatch, id]);
  const dismiss = () => dispatch(noticeDismissed(id));
  return (
    <li>
      <Alert
        severity={severity}
        actions={
          <>
            {action?.dispatch && (
              <Button
                onClick={() => {
                  dismiss();
                  dispatch(action.dispatch);
                }}
              >
                {label}
              </Button>
            )}
            <Button onClick={dismiss}>{t('close')}</Button>
          </>
        }
      >
        {text}
      </Alert>
    </li>
  );
}
