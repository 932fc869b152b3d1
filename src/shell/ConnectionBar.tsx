/** Tells when the browser goes offline, also on a page without requests, and briefly when it is back. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';
import { useHeightVariable } from '@src/ui/useHeightVariable.ts';

/** The same time as for a toast. */
const BACK_ONLINE_MS = 5000;

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** The bar is in the page's flow, so that it covers nothing. Screen readers need the live region before its first message. */
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
        <p className={`alert tone-${isBack ? 'success' : 'warning'}`}>
          <Icon name={isBack ? 'success' : 'warning'} />
          <span>{t(isBack ? 'online' : 'offline')}</span>
        </p>
      )}
    </div>
  );
}
