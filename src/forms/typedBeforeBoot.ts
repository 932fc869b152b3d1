/** Text typed into the prerendered form before the scripts ran, and whether it was sent. Kept until the form takes it, once. */

const typedValues = new Map<string, string | boolean>();
let focusedName: string | undefined;
let isSent = false;

const isInput = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name !== '';

const valueOf = (input: HTMLInputElement): string | boolean => (input.type === 'checkbox' ? input.checked : input.value);

/** Call before React renders over `root`. */
export function captureTypedText(root: HTMLElement): void {
  if (document.activeElement && isInput(document.activeElement)) focusedName = document.activeElement.name;
  for (const input of root.querySelectorAll('input'))
    if (isInput(input) && valueOf(input)) typedValues.set(input.name, valueOf(input));
  // Marked by boot.ts.
  isSent = root.querySelector('[data-sent]') !== null;
}

/** Sends what was sent before the render, by Enter or the button. */
export function resend(form: HTMLFormElement): void {
  if (isSent) form.requestSubmit();
  isSent = false;
}

/** Restores the focus of before the render. */
export function refocus(form: HTMLFormElement): void {
  const input = focusedName === undefined ? null : form.elements.namedItem(focusedName);
  if (input instanceof HTMLInputElement) input.focus();
  focusedName = undefined;
}

/** Values of a form's inputs, now or before the render. Cleared when taken: one may be a password. */
export function takeTypedText(form: HTMLFormElement): ReadonlyMap<string, string | boolean> {
  const found = new Map(typedValues);
  typedValues.clear();
  for (const input of form.querySelectorAll('input')) if (isInput(input) && valueOf(input)) found.set(input.name, valueOf(input));
  return found;
}
