/** The letter of a key: what it types, or, on a keyboard of another script, what the same key types on a Latin one. */

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input:not([type="checkbox"]), select, textarea') || target.isContentEditable);

/** What no Latin keyboard types: one character outside ASCII, which is not of the Latin script. Names of keys are longer. */
const ofOtherScript = /^(?!\p{Script=Latin})[^\p{ASCII}]$/u;

/** The Latin letter in lower case, with whatever modifiers; undefined for any other key. */
export function latinLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  if (/^\p{Script=Latin}$/u.test(key)) return key.toLowerCase();
  return ofOtherScript.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** The letter of a key pressed for itself: without modifiers, once while it is held, and not typed into a field. */
export function plainLetter(event: KeyboardEvent): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event;
  return ctrlKey || metaKey || altKey || shiftKey || repeat || isTyping(target) ? undefined : latinLetter(event);
}
