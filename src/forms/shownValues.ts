/**
 * Password managers and scripts of other programs fill in fields without an event, so that the form's own values are older than what
 * the user sees. What is shown counts.
 */
import type { FormApi } from 'final-form';

export type ShownValue = string | boolean;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Leaves a text that is there already alone: writing it would move the caret. */
export function showIn(control: Control, value: ShownValue): void {
  if (typeof value === 'boolean') (control as HTMLInputElement).checked = value;
  else if (control.value !== value) control.value = value;
}

/** Shows a value at once, as the form may be sent before the next rendering. */
export function showValue(element: HTMLFormElement, name: string, value: ShownValue): void {
  const control = element.elements.namedItem(name);
  if (control instanceof HTMLInputElement) showIn(control, value);
}

/** Gives the form what its elements show: all are read first, as a change renders fields, which brings their former text back. */
export function takeShownValues(element: HTMLFormElement, form: FormApi<Record<string, unknown>>): void {
  const shown = form.getRegisteredFields().flatMap((name) => {
    const control = element.elements.namedItem(name);
    if (!(control instanceof HTMLElement)) return [];
    const { type, value, checked } = control as HTMLInputElement;
    return [[name, type === 'checkbox' ? checked : value] as const];
  });
  form.batch(() => {
    for (const [name, value] of shown) {
      const kept = form.getFieldState(name)?.value;
      // An untouched field has no value at all.
      if (value !== kept && (value || kept)) form.change(name, value);
    }
  });
}
