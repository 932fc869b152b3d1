/** Storage key for data of one user in this browser. */

/** The key contains a 32-bit FNV-1a hash of the ID: it separates users, and does not reveal the ID. */
export function memoryKey(name: string, userId: string): string {
  let hash = 0x811c9dc5;
  for (const letter of userId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `${name}.${(hash >>> 0).toString(36)}`;
}
