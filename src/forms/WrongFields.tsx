/** Links to the wrong fields beside the button of a long form that was refused, as the first may be out of sight. */
import { useEffect, useId, useRef, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import './wrongFields.css';

interface WrongField {
  readonly element: HTMLElement;
  readonly label: string;
}

/** The label of a control, or the name of a group. */
function labelOf(element: HTMLElement): string {
  const labels = (element as Partial<HTMLInputElement>).labels;
  const named = element.getAttribute('aria-labelledby');
  const text = labels?.[0]?.textContent ?? (named === null ? null : document.getElementById(named)?.textContent);
  return (text ?? element.getAttribute('aria-label') ?? '').trim();
}

export function WrongFields() {
  const { t } = useTranslation('common');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { submitFailed, submitting, errors, submitErrors } = useFormState({
    subscription: { submitFailed: true, submitting: true, errors: true, submitErrors: true },
  });
  const [wrong, setWrong] = useState<readonly WrongField[]>([]);
  useEffect(() => {
    const found = submitFailed
      ? [...(box.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
      : [];
    setWrong(found.map((element) => ({ element, label: labelOf(element) })).filter(({ label }) => label !== ''));
  }, [submitFailed, submitting, errors, submitErrors]);
  return (
    <div ref={box} role="group" aria-labelledby={id} hidden={wrong.length === 0} className="wrong-fields full-row small">
      <span id={id}>{t('wrongFields')}</span>{' '}
      {wrong.map(({ element, label }, at) => (
        <button
          key={`${String(at)} ${label}`}
          type="button"
          className="link"
          onClick={() => {
            element.focus();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
