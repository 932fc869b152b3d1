/** Submits its form once all digits are entered; selects a rejected code, so that typing replaces it. */
import { useEffect, useRef } from 'react';
import { useField } from 'react-final-form';

export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** What our own keys give; those of other systems may have 7 or 8. */
const DIGITS = 6;

export function SubmitWhenComplete({ name, digits = DIGITS }: { readonly name: string; readonly digits?: number | undefined }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const lastSubmitted = useRef<string>(undefined);
  const { input, meta } = useField<string | undefined>(name, { subscription: { value: true, submitError: true } });
  const code = digitsOf(input.value ?? '');

  useEffect(() => {
    // The same digits are submitted automatically only once.
    if (!/^\d+$/.test(code) || code.length !== digits || lastSubmitted.current === code) return;
    lastSubmitted.current = code;
    anchor.current?.closest('form')?.requestSubmit();
  }, [code, digits]);

  useEffect(() => {
    if (!meta.submitError) return;
    const field = anchor.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  }, [meta.submitError, name]);

  return <span ref={anchor} hidden />;
}
