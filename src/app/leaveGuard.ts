/** Keeps a person from losing what was typed by following a link, going back or closing the tab: they are asked first. */
import { useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { workHeld, workReleased } from '@store/login/work.slice.ts';

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

const holdTab = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/** While `isDirty`, leaving asks first. The function it gives lifts that at once, for going on after the work was saved. */
export function useUnsavedWork(isDirty: boolean): () => void {
  const id = useId();
  const dispatch = useDispatch();
  const release = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    holders.add(id);
    dispatch(workHeld(id));
    addEventListener('beforeunload', holdTab);
    const end = () => {
      holders.delete(id);
      dispatch(workReleased(id));
      removeEventListener('beforeunload', holdTab);
    };
    release.current = end;
    return end;
  }, [isDirty, id, dispatch]);
  return useCallback(() => {
    release.current();
  }, []);
}
