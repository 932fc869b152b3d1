/** A short reference that connects an error shown to the user with its report. */

const references = new WeakMap<object, string>();

function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** Returns the same reference for the same error object. */
export function errorReference(error: unknown): string {
  if (typeof error !== 'object' || error === null) return newReference();
  const known = references.get(error);
  if (known !== undefined) return known;
  const reference = newReference();
  references.set(error, reference);
  return reference;
}
