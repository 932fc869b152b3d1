/** Authenticates a directory by its key alone: no cookie is read, so that requests can't be forged in a browser. */
import type { FastifyRequest } from 'fastify';
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { problem } from '../../http/problem.ts';
import { addressBlock, throttle } from '../../http/throttle.ts';
import { findDirectory, type DirectoryKey } from '../keys/keys.ts';

const MAX_WRONG_KEYS = 60;
const WRONG_KEYS_WINDOW_MS = 15 * MINUTE;

const keys = new WeakMap<FastifyRequest, DirectoryKey>();

/** The key of an accepted request. */
export const keyOf = (request: FastifyRequest): DirectoryKey | undefined => keys.get(request);

/** @throws SessionRequired, TooManyRequests. A right key is never refused for the wrong ones of others: the tenants of a large directory call from the same addresses. */
export async function requireKey({ db, clock }: Pick<Context, 'db' | 'clock'>, request: FastifyRequest): Promise<void> {
  const now = clock.now();
  const text = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const key = text === undefined ? undefined : await findDirectory(db, text, now);
  if (key) {
    keys.set(request, key);
    return;
  }
  const bucket = `scimKey:${addressBlock(request.ip)}`;
  await throttle(db, { bucket, limit: MAX_WRONG_KEYS, windowMs: WRONG_KEYS_WINDOW_MS }, now);
  throw problem('SessionRequired', { headers: { 'www-authenticate': 'Bearer realm="SCIM"' } });
}
