/** The current time, updated regularly, for texts such as "3 more minutes". */
import { useEffect, useState } from 'react';

/** `every` is in milliseconds. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => {
      setNow(Date.now());
    };
    const timer = setInterval(update, intervalMs);
    // Timers of hidden pages run late.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [intervalMs]);
  return now;
}
