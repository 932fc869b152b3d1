/** An answer that arrives after its dialog was closed must not close the one that is open by then. */
import { useCallback, useEffect, useRef } from 'react';

export function useWhileOpen(): (act: () => void) => void {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback((act) => {
    if (isOpen.current) act();
  }, []);
}
