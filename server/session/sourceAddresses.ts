/** The addresses and networks (CIDR) that an API key is accepted from. */
import { BlockList, isIP } from 'node:net';
import { canonicalAddress } from '../http/ipAddress.ts';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Bits of an IPv6 address before the IPv4 address in it. */
const MAPPED_BITS = 96;

/** @returns its canonical form; undefined for what is neither an address nor a network */
export function asSource(text: string): string | undefined {
  const [typed = '', bits, ...rest] = text.trim().split('/');
  const address = typed.includes('%') ? undefined : canonicalAddress(typed);
  if (address === undefined || rest.length > 0) return undefined;
  if (bits === undefined) return address;
  const isMapped = isIP(address) === 4 && typed.includes(':');
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (isMapped ? MAPPED_BITS : 0) : -1;
  return length >= 0 && length <= (isIP(address) === 6 ? 128 : 32) ? `${address}/${String(length)}` : undefined;
}

/** @param sources empty: any address */
export function isAmong(ip: string, sources: readonly string[]): boolean {
  if (sources.length === 0) return true;
  const address = canonicalAddress(ip) ?? '';
  const allowed = new BlockList();
  for (const source of sources) {
    const [network = '', bits] = source.split('/');
    if (bits === undefined) allowed.addAddress(network, familyOf(network));
    else allowed.addSubnet(network, Number(bits), familyOf(network));
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address));
}
