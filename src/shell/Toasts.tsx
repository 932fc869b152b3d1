/** The queue of toasts. Hover or focus pauses the timeout. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { noticeDismissed, noticeHeld, noticeReleased, selectNotices, type Notice } from '@store/notices/notices.slice.ts';
import { Button } from '@src/ui/Button.tsx';
import { Icon, isIconName } from '@src/ui/Icon.tsx';
import { CleanHtml } from './CleanHtml.tsx';
import { useMessages } from './useMessage.ts';

export default function Toasts() {
  const notices = useSelector(selectNotices);
  return (
    <ol className="toasts">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </ol>
  );
}

function Toast({ notice: { id, message, severity, icon, html, closable, action } }: { readonly notice: Notice }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [text = ''] = useMessages([message], { html });
  const [label] = useMessages(action ? [action.label] : []);
  const hold = () => dispatch(noticeHeld(id));
  const release = () => dispatch(noticeReleased(id));
  return (
    <li className={`toast toast-${severity}`} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <Icon name={isIconName(icon) ? icon : severity} />
      <div className="stack-tight" role={severity === 'error' ? 'alert' : 'status'}>
        {html ? <CleanHtml html={text} /> : <p>{text}</p>}
        {action && (
          <div>
            <Button
              kind="quiet"
              onClick={() => {
                dispatch(action.dispatch);
                dispatch(noticeDismissed(id));
              }}
            >
              {label}
            </Button>
          </div>
        )}
      </div>
      {closable && (
        <button type="button" className="icon-button" aria-label={t('close')} onClick={() => dispatch(noticeDismissed(id))}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
