/** A short mark by which a user and the operator speak of the same error: on the page, and as a tag of its report. */

const references = new WeakMap<object, string>();

function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** The same one for the same error. */
export function errorReference(error: unknown): string {
  if (typeof error !== 'object' || error === null) return newReference();
  const known = references.get(error);
  if (known !== undefined) return known;
  const reference = newReference();
  references.set(error, reference);
  return reference;
}
