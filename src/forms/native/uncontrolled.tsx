/**
 * React writes the value of a controlled field again at each rendering, and so takes away what a password manager filled in without an
 * event. These fields are written only when the form's own value changes.
 */
import { type ComponentType, useLayoutEffect, useRef } from 'react';
import { showIn, type ShownValue } from '../shownValues.ts';

function useWritten(value: ShownValue) {
  const element = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (element.current) showIn(element.current, value);
  }, [value]);
  return element;
}

/** @param Component passes its properties, with `ref`, on to an input, textarea or select */
export function uncontrolled<Props extends object>(Component: ComponentType<Props>) {
  return function UncontrolledField({ value = '', ...props }: Props & { readonly value?: string }) {
    return <Component {...(props as unknown as Props)} ref={useWritten(value)} />;
  };
}

export function uncontrolledCheckbox<Props extends object>(Component: ComponentType<Props>) {
  return function UncontrolledCheckbox({ checked = false, ...props }: Props & { readonly checked?: boolean }) {
    return <Component {...(props as unknown as Props)} ref={useWritten(checked)} />;
  };
}
