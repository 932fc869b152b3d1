/** An id derived from its parts: the same parts give the same id. */
import { createHash } from 'node:crypto';

/** @returns a UUID of version 8 (RFC 9562), from SHA-256 */
export function stableId(...parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
