/** The letter of a key pressed for itself: without modifiers, once while it is held, and not typed into a field. */

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input:not([type="checkbox"]), select, textarea') || target.isContentEditable);

/** The letter in lower case; undefined for any other key. */
export function plainLetter({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, target }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey || repeat || isTyping(target)) return undefined;
  return /^\p{L}$/u.test(key) ? key.toLowerCase() : undefined;
}
