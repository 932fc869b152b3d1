/** Keeps a person from losing what was typed by following a link, going back or closing the tab: they are asked first. */
import { useSyncExternalStore } from 'react';

type Go = () => void;

const holders = new Set<string>();
const listeners = new Set<() => void>();
let pending: Go | null = null;

function setPending(go: Go | null): void {
  pending = go;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const leaveGuard = {
  isHeld: (): boolean => holders.size > 0,
  /** By any name of its own; gives what ends it. */
  hold: (id: string): (() => void) => {
    holders.add(id);
    return () => {
      holders.delete(id);
    };
  },
  /** Goes on with `go` if the person agrees to lose their changes. */
  ask: (go: Go): void => {
    setPending(go);
  },
  /** What nobody is asked about, such as the way to the login page once the session is over. */
  lift: (): void => {
    holders.clear();
  },
  answer: (leaves: boolean): void => {
    const go = pending;
    setPending(null);
    if (!leaves) return;
    holders.clear();
    go?.();
  },
};

/** Whether somebody wants to leave and has not been answered yet. */
export const useIsLeaving = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => pending !== null,
    () => false,
  );
