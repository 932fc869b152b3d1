/** Reads again what the cache does not read again by itself, when the user asks for the page again. */
import { useEffect, useEffectEvent } from 'react';
import { PAGE_REFRESH } from './pageRefresh.ts';

/** @returns stops listening */
export function onPageRefresh(listener: () => void): () => void {
  addEventListener(PAGE_REFRESH, listener);
  return () => {
    removeEventListener(PAGE_REFRESH, listener);
  };
}

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
