/** A click on the link of the place where the user is: its data are read again, as a browser loads its page again. */
import { useEffect, useEffectEvent } from 'react';

const listeners = new Set<() => void>();

export function refreshPage(): void {
  for (const listener of listeners) listener();
}

/** @returns stops listening */
export function onPageRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** For data that the cache does not read again by itself. */
export function usePageRefresh(refresh: () => void): void {
  const onRefresh = useEffectEvent(refresh);
  useEffect(
    () =>
      onPageRefresh(() => {
        onRefresh();
      }),
    [],
  );
}
