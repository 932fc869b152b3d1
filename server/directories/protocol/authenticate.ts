/** Authenticates a directory by its key alone: no cookie is read, so that requests can't be forged in a browser. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { problem } from '../../http/problem.ts';
import { countForAddress } from '../../http/throttle.ts';
import { findDirectory, type DirectoryKey } from '../keys/keys.ts';

const keys = new WeakMap<FastifyRequest, DirectoryKey>();

/** The key of an accepted request. */
export const keyOf = (request: FastifyRequest): DirectoryKey | undefined => keys.get(request);

/** @throws SessionRequired, TooManyRequests. A right key is never refused for the wrong ones of others: the tenants of a large directory call from the same addresses. */
export async function requireKey(context: Pick<Context, 'db' | 'clock' | 'config'>, request: FastifyRequest): Promise<void> {
  const now = context.clock.now();
  const text = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const key = text === undefined ? undefined : await findDirectory(context.db, text, now);
  if (key) {
    keys.set(request, key);
    return;
  }
  await countForAddress(context, 'LIMIT_SCIM_FAILURES_PER_ADDRESS', { request, now });
  throw problem('SessionRequired', { headers: { 'www-authenticate': 'Bearer realm="SCIM"' } });
}
