/** Placed in a form: what is typed there is not left behind without asking, and the end of the session waits over the page. */
import { useFormState } from 'react-final-form';
import { useUnsavedWork } from './useUnsavedWork.ts';

export function HoldWhileTyped() {
  const { dirty = false } = useFormState({ subscription: { dirty: true } });
  useUnsavedWork(dirty);
  return null;
}
