/**
 * Text typed into the prerendered form before React's form takes its place, and whether it was sent. The elements keep it, even once they
 * are out of the page; the form takes it, once.
 */

const valueOf = (input: HTMLInputElement): string | boolean => (input.type === 'checkbox' ? input.checked : input.value);

let inputs: readonly HTMLInputElement[] = [];
/** Undefined as long as nothing with a name had the focus. */
let focusedName: string | undefined;
const noteFocus = () => {
  focusedName = document.activeElement?.getAttribute('name') ?? undefined;
};

/** Call before React renders over `root`, which may take a while. */
export function captureTypedText(root: HTMLElement): void {
  inputs = [...root.querySelectorAll('input')];
  noteFocus();
  addEventListener('focusin', noteFocus);
}

/** Sends what was sent before the render, by Enter or the button: boot.ts marks it. Forgets the typed text: it may be a password. */
export function resend(form: HTMLFormElement): void {
  if (inputs[0]?.form?.dataset.sent !== undefined) form.requestSubmit();
  inputs = [];
}

/** Restores the focus of before the render. */
export function refocus(form: HTMLFormElement): void {
  removeEventListener('focusin', noteFocus);
  const input = form.elements.namedItem(focusedName ?? '');
  if (input instanceof HTMLInputElement) input.focus();
  focusedName = undefined;
}

/** Values of a form's inputs, now or before the render. */
export function takeTypedText(form: HTMLFormElement): ReadonlyMap<string, string | boolean> {
  const typed = [...inputs, ...form.querySelectorAll('input')].filter((input) => input.name && valueOf(input));
  return new Map(typed.map((input) => [input.name, valueOf(input)]));
}
