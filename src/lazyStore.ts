/** Loads the store after the first view, which the login form does not need it for. Opened once, by the first caller. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from '@store/createStore.ts';

export interface LazyStore {
  /** Rejects if the code cannot be loaded; the next call tries again. */
  readonly open: () => Promise<Store>;
  /** True once loaded: code that needs the store cannot fail to load any more. */
  readonly isOpen: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function lazyStore(load: () => Promise<Store>): LazyStore {
  const listeners = new Set<() => void>();
  let opened: Promise<Store> | undefined;
  let isOpen = false;
  const open = (): Promise<Store> => {
    if (opened) return opened;
    const opening = load();
    opening.then(
      () => {
        isOpen = true;
        for (const listener of listeners) listener();
      },
      () => {
        opened = undefined;
      },
    );
    opened = opening;
    return opening;
  };
  return {
    open,
    isOpen: () => isOpen,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LazyStoreContext = createContext<LazyStore>(lazyStore(() => Promise.reject(new Error('There is no store here'))));

export const useLazyStore = (): LazyStore => useContext(LazyStoreContext);

/** Whether components that need the store can be rendered. */
export function useIsStoreOpen(): boolean {
  const { subscribe, isOpen } = useLazyStore();
  return useSyncExternalStore(subscribe, isOpen, () => false);
}
