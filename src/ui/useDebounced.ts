/** The typed text once no key has followed for a moment; used for requests to the server. */
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 80;

/** @returns '' at first */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(text);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return debounced;
}
