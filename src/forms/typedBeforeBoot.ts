/**
 * Text typed into the prerendered form before React's form takes its place, and whether it was sent. The elements keep it, even once they
 * are out of the page; the form takes it, once.
 */

const isInput = (element: EventTarget | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.name !== '';

const valueOf = (input: HTMLInputElement): string | boolean => (input.type === 'checkbox' ? input.checked : input.value);

let inputs: readonly HTMLInputElement[] = [];
let prerendered: HTMLFormElement | null = null;
let focused: EventTarget | null = null;
const noteFocus = ({ target }: Event) => {
  focused = target;
};

/** Call before React renders over `root`, which may take a while. */
export function captureTypedText(root: HTMLElement): void {
  prerendered = root.querySelector('form');
  inputs = [...root.querySelectorAll('input')];
  focused = document.activeElement;
  addEventListener('focusin', noteFocus);
}

/** Sends what was sent before the render, by Enter or the button: boot.ts marks it. */
export function resend(form: HTMLFormElement): void {
  if (prerendered?.dataset.sent !== undefined) form.requestSubmit();
  prerendered = null;
}

/** Restores the focus of before the render. */
export function refocus(form: HTMLFormElement): void {
  removeEventListener('focusin', noteFocus);
  const input = isInput(focused) ? form.elements.namedItem(focused.name) : null;
  if (input instanceof HTMLInputElement) input.focus();
  focused = null;
}

/** Values of a form's inputs, now or before the render. Forgotten when taken: one may be a password. */
export function takeTypedText(form: HTMLFormElement): ReadonlyMap<string, string | boolean> {
  const typed = [...inputs, ...form.querySelectorAll('input')].filter((input) => isInput(input) && valueOf(input));
  inputs = [];
  return new Map(typed.map((input) => [input.name, valueOf(input)]));
}
