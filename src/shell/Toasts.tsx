/**
 * The queue of toasts, as a list of antd's Alerts: its notifications neither wait while the keyboard is in them nor follow a
 * state. Hover or focus pauses the timeout.
 */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { noticeDismissed, noticeHeld, noticeReleased, selectNotices, type Notice } from '@store/notices/notices.slice.ts';
import { Icon, isIconName } from '@src/ui/Icon.tsx';
import { Link } from '@src/ui/Link.tsx';
import { AntdProvider } from './AntdProvider.tsx';
import { CleanHtml } from './CleanHtml.tsx';
import { useMessages } from './useMessage.ts';
import './toasts.css';

export default function Toasts() {
  const notices = useSelector(selectNotices);
  const list = useRef<HTMLOListElement>(null);
  /** The element that had the focus before a toast was entered. */
  const before = useRef<Element | null>(null);
  const leave = () => {
    const target = before.current?.isConnected ? before.current : document.querySelector('main');
    if (target instanceof HTMLElement && list.current?.contains(document.activeElement)) target.focus();
  };
  return (
    <AntdProvider>
      <ol
        ref={list}
        className="toasts"
        data-region
        onFocus={({ relatedTarget }) => {
          if (!list.current?.contains(relatedTarget)) before.current = relatedTarget;
        }}
      >
        {notices.map((notice) => (
          <Toast key={notice.id} notice={notice} onLeave={leave} />
        ))}
      </ol>
    </AntdProvider>
  );
}

interface Props {
  readonly notice: Notice;
  /** Called before the toast goes, so that the focus does not go with it. */
  readonly onLeave: () => void;
}

function Toast({ notice: { id, message, severity, icon, html, closable, action }, onLeave }: Props) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [text = ''] = useMessages([message], { html });
  const [label] = useMessages(action ? [action.label] : []);
  const hold = () => dispatch(noticeHeld(id));
  const release = () => dispatch(noticeReleased(id));
  useEffect(() => {
    dispatch(noticeReleased(id));
  }, [dispatch, id]);
  const dismiss = () => {
    onLeave();
    dispatch(noticeDismissed(id));
  };
  return (
    <li onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <Alert
        type={severity}
        role={severity === 'error' ? 'alert' : 'status'}
        showIcon
        icon={
          <span>
            <Icon name={isIconName(icon) ? icon : severity} />
          </span>
        }
        title={html ? <CleanHtml html={text} /> : text}
        closable={closable && { 'aria-label': t('close'), closeIcon: <CloseOutlined aria-hidden />, onClose: dismiss }}
        action={
          action &&
          (action.to !== undefined ? (
            <Link className="link" to={action.to} onClick={dismiss}>
              {label}
            </Link>
          ) : (
            <Button
              type="link"
              size="small"
              onClick={() => {
                dispatch(action.dispatch);
                dismiss();
              }}
            >
              {label}
            </Button>
          ))
        }
      />
    </li>
  );
}
