/**
 * Counts the domains, of e-mail addresses with which logins of one address begin, that have no identity provider: guesses at who is
 * a customer. A domain counts once, and not after one of its users has logged in: a company of any size has few.
 */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { addressBlock, countHits, giveBack, limitOf, throttle } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';

interface Call {
  readonly request: Pick<FastifyRequest, 'ip'>;
  readonly now: Date;
}

/** The domain of an e-mail address, as it is compared; undefined: the name is none. */
export function domainOf(name: string): string | undefined {
  const domain = nameKey(name).split('@')[1];
  return domain === '' ? undefined : domain;
}

function bucketsOf(config: Context['config'], ip: string, domain: string) {
  const limit = limitOf(config, 'LIMIT_DISCOVERIES_PER_ADDRESS', addressBlock(ip));
  return { limit, domainBucket: `${limit.bucket}:${sha256(domain).toString('base64url').slice(0, 22)}` };
}

/**
 * Counts a domain while it is looked up.
 * @returns takes the count back, for a domain that has a provider. @throws TooManyRequests
 */
export async function countDiscovery(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { request, now }: Call,
  domain: string,
): Promise<() => Promise<void>> {
  const { limit, domainBucket } = bucketsOf(config, request.ip, domain);
  const { hits } = await countHits(db, domainBucket, limit.windowMs, now, 1);
  const takeBack = () => forgetDomain(db, { limit, domainBucket }, now);
  if (hits > 1) return takeBack;
  try {
    await throttle(db, { ...limit, isShared: true }, now);
  } catch (error) {
    // Otherwise the refused domain would pass the next time.
    await takeBack();
    throw error;
  }
  return takeBack;
}

/** A user of the domain has logged in. @param name the e-mail address, or another name, which counts for nothing */
export async function giveBackDiscovery(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { request, now }: Call,
  name: string,
): Promise<void> {
  const domain = domainOf(name);
  if (domain !== undefined) await forgetDomain(db, bucketsOf(config, request.ip, domain), now);
}

async function forgetDomain(queries: Queries, { limit, domainBucket }: ReturnType<typeof bucketsOf>, now: Date): Promise<void> {
  const known = await queries
    .deleteFrom('throttles')
    .where('bucket', '=', domainBucket)
    .where('resets_at', '>', now)
    .returning('hits')
    .executeTakeFirst();
  if (known) await giveBack(queries, limit.bucket, now);
}
