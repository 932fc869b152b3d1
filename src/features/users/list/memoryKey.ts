/** Storage key for data of one user in this browser. */

/** With a 32-bit FNV-1a hash of the ID: separates users, does not reveal the ID. */
export function memoryKey(name: string, userId: string): string {
  let hash = 0x811c9dc5;
  for (const letter of userId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `${name}.${(hash >>> 0).toString(36)}`;
}
