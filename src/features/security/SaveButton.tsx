/** Submit button of a section, secondary by default because the page has many sections. */
import type { ReactNode } from 'react';
import { useFormState } from 'react-final-form';
import { keepFocus } from '@src/forms/formControl.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';

export function SaveButton({ children }: { readonly children: ReactNode }) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <div className="button-row">
      <BusyButton htmlType="submit" busy={submitting} onMouseDown={keepFocus}>
        {children}
      </BusyButton>
    </div>
  );
}
