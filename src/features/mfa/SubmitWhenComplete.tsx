/** Submits its form once six digits are entered; selects a rejected code, so that typing replaces it. */
import { useEffect, useRef } from 'react';
import { useField } from 'react-final-form';

export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

export function SubmitWhenComplete({ name }: { readonly name: string }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const lastSubmitted = useRef<string>(undefined);
  const { input, meta } = useField<string | undefined>(name, { subscription: { value: true, submitError: true } });
  const code = digitsOf(input.value ?? '');

  useEffect(() => {
    // The same digits are submitted automatically only once.
    if (!/^\d{6}$/.test(code) || lastSubmitted.current === code) return;
    lastSubmitted.current = code;
    anchor.current?.closest('form')?.requestSubmit();
  }, [code]);

  useEffect(() => {
    if (!meta.submitError) return;
    const field = anchor.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  }, [meta.submitError, name]);

  return <span ref={anchor} hidden />;
}
