/** Submit button of a section, secondary by default because the page has many sections. */
import type { ReactNode } from 'react';
import { useFormState } from 'react-final-form';
import { keepFocus } from '@src/forms/FormFields.tsx';
import { Button } from '@src/ui/Button.tsx';

export function SaveButton({ strong = false, children }: { readonly strong?: boolean; readonly children: ReactNode }) {
  const { submitting = false } = useFormState({ subscription: { submitting: true } });
  return (
    <div>
      <Button type="submit" kind={strong ? 'primary' : 'secondary'} busy={submitting} onMouseDown={keepFocus}>
        {children}
      </Button>
    </div>
  );
}
