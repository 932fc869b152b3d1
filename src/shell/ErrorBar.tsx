/** The floating bar of SPEC.md point 2: visible from a failed request until a later one succeeds. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { alertClosed, selectAlert } from '@store/notices/alert.slice.ts';
import type { Message } from '@store/notices/message.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { useMessages } from './useMessage.ts';

export function ErrorBar() {
  const message = useSelector(selectAlert);
  return message && <Bar message={message} />;
}

function Bar({ message }: { readonly message: Message }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [text] = useMessages([message]);
  return (
    <div className="alert tone-error error-bar" role="alert">
      <Icon name="error" />
      <p>{text}</p>
      <button type="button" className="icon-button" aria-label={t('close')} onClick={() => dispatch(alertClosed())}>
        <Icon name="close" />
      </button>
    </div>
  );
}
