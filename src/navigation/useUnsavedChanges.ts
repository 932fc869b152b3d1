/** Protects a form's unsaved changes: nothing discards them without asking, not even the end of the session. */
import { useCallback, useEffect, useId, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { unsavedChangesAppeared, unsavedChangesGone } from '@store/session/unsavedChanges.slice.ts';
import { unsavedChanges } from './unsavedChanges.ts';

/** While `isDirty`, leaving asks first. @returns a function that lifts this at once, to navigate after saving */
export function useUnsavedChanges(isDirty: boolean): () => void {
  const id = useId();
  const dispatch = useDispatch();
  const release = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const unblock = unsavedChanges.hold(id);
    dispatch(unsavedChangesAppeared(id));
    const end = () => {
      unblock();
      dispatch(unsavedChangesGone(id));
    };
    release.current = end;
    return end;
  }, [isDirty, id, dispatch]);
  return useCallback(() => {
    release.current();
  }, []);
}
