/** The addresses and networks (CIDR) that an API key is accepted from. */
import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @returns undefined for what is neither an address nor a network; an IPv4 address in the form of IPv6 would never match */
export function asSource(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().toLowerCase().split('/');
  if (isIP(address) === 0 || address.includes('%') || address.startsWith('::ffff:') || rest.length > 0) return undefined;
  if (bits === undefined) return address;
  const isPrefix = /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
  return isPrefix ? `${address}/${String(Number(bits))}` : undefined;
}

/** @param sources empty: any address */
export function isAmong(ip: string, sources: readonly string[]): boolean {
  if (sources.length === 0) return true;
  const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  const allowed = new BlockList();
  for (const source of sources) {
    const [network = '', bits] = source.split('/');
    if (bits === undefined) allowed.addAddress(network, familyOf(network));
    else allowed.addSubnet(network, Number(bits), familyOf(network));
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address));
}
