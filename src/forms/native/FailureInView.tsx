/** Brings the message above a long form into view when it could not be sent: the button that was pressed is below the fields. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from 'react-final-form';
import type { FormFailure } from '../submission.ts';

/** Place first in the form. @param children shown beneath the message where sending again may help */
export function FailureInView({ children }: { readonly children?: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null);
  const state = useFormState({ subscription: { submitting: true, submitError: true } });
  const failure = state.submitting ? undefined : (state.submitError as FormFailure | undefined);
  useEffect(() => {
    if (failure) note.current?.closest('form')?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <p ref={note} hidden={!children || !failure?.again}>
      {children}
    </p>
  );
}
