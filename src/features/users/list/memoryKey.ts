/** Under which name something of a person is kept on this browser. */

/** With a short sum of the id: it tells the people of one browser apart, and leads back to nobody. */
export function memoryKey(what: string, userId: string): string {
  let sum = 0x811c9dc5;
  for (const letter of userId) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `${what}.${(sum >>> 0).toString(36)}`;
}
