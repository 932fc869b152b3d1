/** What somebody typed into the page before its scripts ran. Kept until the form asks for it, once. */

const typed = new Map<string, string | boolean>();
let focused: string | undefined;

const isInput = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name !== '';

const valueOf = (input: HTMLInputElement): string | boolean => (input.type === 'checkbox' ? input.checked : input.value);

/** Before React draws anew over `root`. */
export function captureTypedText(root: HTMLElement): void {
  if (document.activeElement && isInput(document.activeElement)) focused = document.activeElement.name;
  for (const input of root.querySelectorAll('input')) if (isInput(input) && valueOf(input)) typed.set(input.name, valueOf(input));
}

/** Puts the focus back where it was before React drew anew. */
export function refocus(form: HTMLFormElement): void {
  const input = focused === undefined ? null : form.elements.namedItem(focused);
  if (input instanceof HTMLInputElement) input.focus();
  focused = undefined;
}

/** What stands in a form's inputs, or stood there before it was drawn anew. Forgotten afterwards: it may be a password. */
export function takeTypedText(form: HTMLFormElement): ReadonlyMap<string, string | boolean> {
  const found = new Map(typed);
  typed.clear();
  for (const input of form.querySelectorAll('input')) if (isInput(input) && valueOf(input)) found.set(input.name, valueOf(input));
  return found;
}
