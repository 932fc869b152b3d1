/** Placed in a form: what is typed there is not left behind without asking. */
import { useFormState } from 'react-final-form';
import { useUnsavedWork } from '@src/app/useUnsavedWork.ts';

export function HoldWhileTyped() {
  const { dirty = false } = useFormState({ subscription: { dirty: true } });
  useUnsavedWork(dirty);
  return null;
}
