/** Repeats what failed as soon as the browser is connected again, so that a failed page recovers by itself. */
import { useEffect, useEffectEvent } from 'react';

/** For as long as the failure is shown. @param isWanted false: nothing is repeated */
export function useWhenOnline(tryAgain: () => void, isWanted = true): void {
  const onOnline = useEffectEvent(tryAgain);
  useEffect(() => {
    if (!isWanted) return undefined;
    const listener = () => {
      onOnline();
    };
    addEventListener('online', listener);
    return () => {
      removeEventListener('online', listener);
    };
  }, [isWanted]);
}
