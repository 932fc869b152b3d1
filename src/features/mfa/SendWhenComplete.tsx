/** Sends the form it stands in as soon as the six digits are there; a wrong code is selected, so that the next one replaces it. */
import { useEffect, useRef } from 'react';
import { useField } from 'react-final-form';

export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

export function SendWhenComplete({ name }: { readonly name: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const sent = useRef<string>(undefined);
  const { input, meta } = useField<string | undefined>(name, { subscription: { value: true, submitError: true } });
  const code = digitsOf(input.value ?? '');

  useEffect(() => {
    // The same digits are sent by themselves only once; again is the button's.
    if (!/^\d{6}$/.test(code) || sent.current === code) return;
    sent.current = code;
    place.current?.closest('form')?.requestSubmit();
  }, [code]);

  useEffect(() => {
    if (!meta.submitError) return;
    const field = place.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  }, [meta.submitError, name]);

  return <span ref={place} hidden />;
}
