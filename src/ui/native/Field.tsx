/** Label, hint and error of a control, associated by ids for screen readers. */
import { useId, type ReactNode } from 'react';

export interface FieldText {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface Props extends FieldText {
  /** Id of the control, if the caller needs it. */
  readonly id?: string | undefined;
  readonly children: (control: ControlIds) => ReactNode;
}

export function Field({ label, hint, error, id: givenId, children }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="muted small">
          {hint}
        </div>
      )}
    </div>
  );
}
