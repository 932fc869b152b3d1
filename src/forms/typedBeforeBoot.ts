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
  completePress(root.querySelector<HTMLElement>('[type="submit"]'));
}

/** The browser fires no click where React's button has taken the place of the pressed one before it is let go. */
function completePress(button: HTMLElement | null): void {
  const letGo = ({ target }: Event) => {
    if (button?.isConnected || !(target instanceof Element)) return;
    const { form } = target.closest<HTMLButtonElement>('[type="submit"]') ?? {};
    // Once the form has taken over the typed text.
    setTimeout(() => form?.requestSubmit());
  };
  const press = () => {
    addEventListener('pointerup', letGo, { once: true });
  };
  button?.addEventListener('pointerdown', (event) => {
    if (event.button === 0) press();
  });
  if (button?.matches(':active')) press();
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
