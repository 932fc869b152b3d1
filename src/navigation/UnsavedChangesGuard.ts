/** Blocks navigation while the surrounding form is dirty; session expiry then shows a dialog instead of redirecting. */
import { type RefObject, useEffect } from 'react';
import { useFormState } from 'react-final-form';
import { useUnsavedChanges } from './useUnsavedChanges.ts';

/** `releaseRef` receives a function that lifts the block, to navigate after saving. */
export function UnsavedChangesGuard({ releaseRef }: { readonly releaseRef?: RefObject<(() => void) | null> }) {
  const { dirty = false } = useFormState({ subscription: { dirty: true } });
  const release = useUnsavedChanges(dirty);
  useEffect(() => {
    if (releaseRef) releaseRef.current = release;
  }, [releaseRef, release]);
  return null;
}
