/** Where an address is, as far as that can be said without asking anybody outside: by its kind, and beside the one of this session. */

export type Place = 'this' | 'local' | 'own' | 'same' | 'other' | 'unknown';

const LOOPBACK = /^(127\.|::1$)/;
/** RFC 1918, RFC 4193, link-local and carrier-grade addresses. */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe[89ab])/i;

/** `here` is the address of this session, `current` whether it is the one asked about. */
export function placeOf(address: string, current: boolean, here: string | undefined): Place {
  const plain = address.replace(/^::ffff:/i, '');
  if (plain === '') return 'unknown';
  if (LOOPBACK.test(plain)) return 'this';
  if (PRIVATE.test(plain)) return 'local';
  if (current) return 'own';
  return address === here ? 'same' : 'other';
}
