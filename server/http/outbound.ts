/**
 * Requests of the server to addresses that somebody entered: public addresses only, so that nobody reaches through us what only
 * this machine or its network can (CWE-918, server-side request forgery), or targets that the operator has allowed. The check is on
 * the address that is connected to, after the name was resolved; redirects are returned, not followed.
 */
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

export type OutboundFetch = typeof fetch;

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Ranges of IANA's special-purpose registries (RFC 6890), and multicast. IPv6 is public in 2000::/3 alone. */
const INTERNAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Teredo and other protocols, documentation, and 6to4, which leads to any IPv4 address. */
const INTERNAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockListOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const internalIpv4 = blockListOf(INTERNAL_IPV4, 'ipv4');
const internalIpv6 = blockListOf(INTERNAL_IPV6, 'ipv6');
const globalIpv6 = blockListOf(['2000::/3'], 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !internalIpv4.check(address, 'ipv4');
  return isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !internalIpv6.check(address, 'ipv6');
}

class InternalAddressError extends Error {
  override readonly name = 'InternalAddressError';
  constructor(host: string, list: Permission['list']) {
    super(`${host} is not a public address, and not in ${list}`);
  }
}

export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
  constructor() {
    super(`The response is longer than ${String(MAX_RESPONSE_BYTES)} bytes`);
  }
}

/** Resolves names as the machine does. */
type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name as usual, and fails if any of its addresses is internal. The connection uses its result: the name is not resolved
 * a second time.
 */
const lookupPublic =
  (resolver: Resolver, list: Permission['list']): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) callback(error ?? new Error(`${hostname} has no address`), []);
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new InternalAddressError(hostname, list), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** The setting that permits internal targets. */
interface Permission {
  readonly list: 'ALLOWED_INTERNAL_HOSTS' | 'ALLOWED_INTERNAL_PROVIDERS';
  readonly permits: (target: URL, host: string) => boolean;
}

/**
 * Requests to what system administrators enter: applications.
 * @param publicUrl if it is on loopback, this is an installation on one machine, and its applications may be there too
 */
export const outboundFetch = (
  { ALLOWED_INTERNAL_HOSTS }: Pick<Config, 'ALLOWED_INTERNAL_HOSTS'>,
  publicUrl: () => string,
  resolver: Resolver = lookup,
): OutboundFetch =>
  guardedFetch(
    { list: 'ALLOWED_INTERNAL_HOSTS', permits: (_target, host) => ALLOWED_INTERNAL_HOSTS.includes(host) },
    publicUrl,
    resolver,
  );

/** Requests to what administrators of organisations enter: identity providers. */
export const providerFetch = (
  { ALLOWED_INTERNAL_PROVIDERS }: Pick<Config, 'ALLOWED_INTERNAL_PROVIDERS'>,
  publicUrl: () => string,
  resolver: Resolver = lookup,
): OutboundFetch =>
  guardedFetch(
    {
      list: 'ALLOWED_INTERNAL_PROVIDERS',
      permits: (target) => ALLOWED_INTERNAL_PROVIDERS.some((address) => isBelow(target, new URL(address))),
    },
    publicUrl,
    resolver,
  );

/** Whether an address has the origin of another, and its path or one below it. */
const isBelow = (target: URL, { origin, pathname }: URL): boolean =>
  target.origin === origin && `${target.pathname}/`.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`);

function guardedFetch({ list, permits }: Permission, publicUrl: () => string, resolver: Resolver): OutboundFetch {
  const guard = { lookup: lookupPublic(resolver, list) };
  const isAllowed = (target: URL, host: string) =>
    permits(target, host) || (isLoopback(host) && isLoopback(new URL(publicUrl()).hostname));

  return async (url, options = {}) => {
    const { dispatcher: _dispatcher, ...rest } = options as RequestInit & { dispatcher?: unknown };
    const request = new Request(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...rest });
    const target = new URL(request.url);
    const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const trusted = isAllowed(target, host);
    // An address in place of a name is not resolved, so it is checked here.
    if (!trusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new InternalAddressError(host, list);
    return send(request, target, trusted ? {} : guard);
  };
}

async function send(request: Request, target: URL, guard: { lookup?: LookupFunction }): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const { method, signal } = request;
  const headers = { ...Object.fromEntries(request.headers), ...(body.length > 0 && { 'content-length': body.length }) };
  const begin = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolvePromise, reject) => {
    // Each request has a connection of its own: one that another part of the server holds open was not checked.
    const sent = begin(target, { method, headers, signal, agent: false, ...guard }, (incoming) => {
      responseOf(incoming).then(resolvePromise, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function responseOf(incoming: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new ResponseTooLargeError();
    parts.push(part);
  }
  const status = incoming.statusCode ?? 502;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers });
}
