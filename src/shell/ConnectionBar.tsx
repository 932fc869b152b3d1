/** Says that the browser is offline as soon as it is, also on a page that makes no call, and for a moment that it is back. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';
import { useHeightVariable } from '@src/ui/useHeightVariable.ts';

/** As long as a toast. */
const BACK_ONLINE_MS = 5000;

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Above the page and in its flow: it covers nothing. The live region is there before it has something to say. */
export function ConnectionBar() {
  const { t } = useTranslation('common');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [wasOffline, setWasOffline] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);
  const isBack = isOnline && wasOffline;
  const bar = useHeightVariable<HTMLDivElement>('--connection');

  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => {
      setWasOffline(false);
    }, BACK_ONLINE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isBack]);

  return (
    <div ref={bar} className="connection" role="status">
      {(isBack || !isOnline) && (
        <p className={isBack ? 'connection-back' : 'connection-lost'}>
          <Icon name={isBack ? 'success' : 'warning'} />
          <span>{t(isBack ? 'online' : 'offline')}</span>
        </p>
      )}
    </div>
  );
}
