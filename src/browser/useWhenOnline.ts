/** Repeats what failed as soon as the browser is connected again, so that a failed page recovers by itself. */
import { useEffect, useEffectEvent } from 'react';
import { reachesServer } from './reachesServer.ts';

/** The network follows the browser's event within this time, mostly; each further wait is twice as long. */
const FIRST_WAIT_MS = 250;

/** Call it as long as the failure is shown. @param isWanted false: nothing is repeated */
export function useWhenOnline(tryAgain: () => void, isWanted = true): void {
  const onReached = useEffectEvent(tryAgain);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async (waitMs: number) => {
      const isReached = await reachesServer();
      if (isOver) return;
      if (isReached) onReached();
      else if (navigator.onLine) timer = setTimeout(() => void check(waitMs * 2), waitMs);
    };
    const listener = () => {
      clearTimeout(timer);
      void check(FIRST_WAIT_MS);
    };
    addEventListener('online', listener);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', listener);
    };
  }, [isWanted]);
}
