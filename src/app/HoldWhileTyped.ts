/** Placed in a form: what is typed there is not left behind without asking, and the end of the session waits over the page. */
import { type RefObject, useEffect } from 'react';
import { useFormState } from 'react-final-form';
import { useUnsavedWork } from './useUnsavedWork.ts';

/** `letGoRef` is given what lifts that, for going on after all was saved. */
export function HoldWhileTyped({ letGoRef }: { readonly letGoRef?: RefObject<(() => void) | null> }) {
  const { dirty = false } = useFormState({ subscription: { dirty: true } });
  const release = useUnsavedWork(dirty);
  useEffect(() => {
    if (letGoRef) letGoRef.current = release;
  }, [letGoRef, release]);
  return null;
}
