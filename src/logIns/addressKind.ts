/** Classifies an IP address without an external lookup: by its range, and relative to this session's address. */

export type Place = 'this' | 'local' | 'own' | 'same' | 'other' | 'unknown';

const LOOPBACK = /^(127\.|::1$)/;
/** RFC 1918, RFC 4193, link-local (RFC 3927, RFC 4291) and carrier-grade NAT (RFC 6598). */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe[89ab])/i;

/**
 * @param current whether it is this session
 * @param here address of this session
 */
export function addressKindOf(address: string, current: boolean, here: string | undefined): Place {
  const unmapped = address.replace(/^::ffff:/i, '');
  if (unmapped === '') return 'unknown';
  if (LOOPBACK.test(unmapped)) return 'this';
  if (PRIVATE.test(unmapped)) return 'local';
  if (current) return 'own';
  return address === here ? 'same' : 'other';
}
