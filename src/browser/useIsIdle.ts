/** False until the page has loaded and is idle; delays requests that the first view does not need. */
import { useEffect, useState } from 'react';
import { whenIdle } from './whenIdle.ts';

export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => {
      setIdle(true);
    });
  }, []);
  return isIdle;
}
