/**
 * Password managers and scripts of other programs fill in fields without an event, so that the form's own values are older than what
 * the user sees. What is shown counts.
 */
import type { FormApi } from 'final-form';

/** Gives the form what its elements show. */
export function takeShownValues(element: HTMLFormElement, form: FormApi<Record<string, unknown>>): void {
  for (const name of form.getRegisteredFields()) {
    const control = element.elements.namedItem(name);
    if (!(control instanceof HTMLElement)) continue;
    const { type, value, checked } = control as HTMLInputElement;
    const shown = type === 'checkbox' ? checked : value;
    const kept = form.getFieldState(name)?.value;
    // An untouched field has no value at all.
    if (shown !== kept && (shown || kept)) form.change(name, shown);
  }
}
