/** For a form with unsaved changes: nothing takes the person away from them without asking, not even the end of the session. */
import { useCallback, useEffect, useId, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { workHeld, workReleased } from '@store/login/work.slice.ts';
import { leaveGuard } from './leaveGuard.ts';

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
    const letGo = leaveGuard.hold(id);
    dispatch(workHeld(id));
    addEventListener('beforeunload', holdTab);
    const end = () => {
      letGo();
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
