/** The store comes after the first view: the login form is seen and typed into without it. It is opened once, by whoever needs it first. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from '@store/createStore.ts';

export interface LazyStore {
  /** Rejects when its code can't be had; the next call tries again. */
  readonly open: () => Promise<Store>;
  /** Whether it is there: what needs it can't fail for want of its code any more. */
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

/** Whether the store is there, so that what needs it may be drawn. */
export function useIsStoreOpen(): boolean {
  const { subscribe, isOpen } = useLazyStore();
  return useSyncExternalStore(subscribe, isOpen, () => false);
}
