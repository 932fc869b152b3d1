/** IP addresses in their one canonical form (RFC 5952), so that an address is found however it is written. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * `2001:DB8:0:0::7` and `[2001:db8::7]` become `2001:db8::7`, `::ffff:203.0.113.7` becomes `203.0.113.7`. A zone is left out.
 * @returns undefined for what is no address
 */
export function canonicalAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  // The parser of addresses in URLs writes this form, but IPv4 in it as hexadecimal digits.
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === '') return address;
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 0xff]).join('.');
}
