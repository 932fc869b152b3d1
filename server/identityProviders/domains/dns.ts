/** Looks for the TXT record that proves a domain, and reports which values are at which names. */
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import type { DomainFound } from '../../../api/contract/domains.ts';
import type { Config } from '../../config/config.ts';

/** @returns the TXT values at a name, each in its parts. @throws an error with a `code` of node:dns */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const TIMEOUT_MS = 2500;
const TRIES = 2;
const LABEL = '_gatehouse';
const MAX_VALUES = 10;
const MAX_VALUE_LENGTH = 200;
/** Codes for a name that exists without such a record, or does not exist. All others are errors of DNS. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

/** @param servers from the configuration; default: those of the machine */
export function dnsResolver({ DNS_SERVERS: servers }: Pick<Config, 'DNS_SERVERS'>): ResolveTxt {
  return (name) => {
    // Each lookup has a resolver of its own, which uses the machine's present servers.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers([...servers]);
    return resolver.resolveTxt(name);
  };
}

export const recordOf = (domain: string, token: string) => ({
  name: `${LABEL}.${domainToASCII(domain)}`,
  value: `gatehouse-domain-verification=${token}`,
});

type Looked = DomainFound['looked'][number];

/** Looks at the places of usual mistakes only if the record is not in its own place. */
export async function lookForRecord(resolve: ResolveTxt, domain: string, token: string): Promise<DomainFound> {
  const { name, value } = recordOf(domain, token);
  const zone = domainToASCII(domain);
  const [own, isOwn] = await look(resolve, name, value);
  if (isOwn) return { result: 'found', looked: [own] };
  if (own.error !== null) return { result: 'noAnswer', looked: [own] };
  const [[doubled, isDoubled], [atDomain, isAtDomain]] = await Promise.all([
    look(resolve, `${name}.${zone}`, value),
    look(resolve, zone, value),
  ]);
  const looked = [own, ...(isDoubled ? [doubled] : []), ...(isAtDomain ? [atDomain] : [])];
  if (isDoubled) return { result: 'doubledZone', looked };
  if (isAtDomain) return { result: 'atDomain', looked };
  return { result: own.values.length > 0 ? 'otherValue' : 'absent', looked };
}

async function look(resolve: ResolveTxt, name: string, value: string): Promise<[looked: Looked, isThere: boolean]> {
  try {
    const values = (await resolve(name)).map((parts) => parts.join(''));
    const shown = values.slice(0, MAX_VALUES).map((each) => each.slice(0, MAX_VALUE_LENGTH));
    return [{ name, values: shown, error: null }, values.some((each) => each.trim() === value)];
  } catch (error) {
    const { code = 'UNKNOWN' } = error as { readonly code?: string };
    return [{ name, values: [], error: ABSENT.has(code) ? null : code.replace(/^E/, '') }, false];
  }
}
