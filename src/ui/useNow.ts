/** The time, told again and again, for words such as "3 more minutes". */
import { useEffect, useState } from 'react';

/** `every` is in milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tell = () => {
      setNow(Date.now());
    };
    const timer = setInterval(tell, every);
    // Timers of a page that nobody sees run late.
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [every]);
  return now;
}
