/** The proxies whose `X-Forwarded-*` headers are believed. */
import { isIP } from 'node:net';

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isOff = (value: string | undefined): value is undefined | 'off' => value === undefined || value === 'off';

/** @returns the fault; undefined if there is none */
export function trustProxyFault(value: string | undefined): string | undefined {
  if (isOff(value) || /^[1-9]\d{0,2}$/.test(value.trim())) return undefined;
  const faulty = value
    .split(',')
    .map((part) => part.trim())
    .find((part) => {
      const [address = '', bits = '0', ...rest] = part.split('/');
      return !NAMED_NETWORKS.has(part) && (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || rest.length > 0);
    });
  return faulty === undefined ? undefined : `TRUST_PROXY: ${faulty} is neither a number of proxies nor an address`;
}

/**
 * The value for Fastify’s `trustProxy`. Off unless configured: a forged X-Forwarded-For would bypass the limits per address.
 */
export function trustedProxies(value: string | undefined): false | string[] | ((address: string, hop: number) => boolean) {
  if (isOff(value)) return false;
  const hops = Number(value);
  return Number.isInteger(hops) && hops > 0 ? (_address, hop) => hop < hops : value.split(',').map((part) => part.trim());
}
