/** Limits how much, and how often, callers who are not logged in can make the server store by requests to the provider. */
import type { Context } from '../context.ts';
import { addressBlock, throttle } from '../http/throttle.ts';
import { INTERACTION_SECONDS } from './mount.ts';
import type { BrowserRequest } from './browserRequest.ts';

export const MAX_REQUEST_BYTES = 8192;
const MAX_PARAMETER_BYTES = 2048;
/** Parameters that are not stored: an ID token with many roles is long, and only verified. */
const UNSTORED = new Set(['id_token_hint']);

/** @returns the fault of the parameters, for `error_description`; undefined if there is none */
export function oversizeOf(parameters: string): string | undefined {
  if (parameters.length > MAX_REQUEST_BYTES) return `the request is longer than ${String(MAX_REQUEST_BYTES)} bytes`;
  const long = [...new URLSearchParams(parameters)].find(
    ([name, value]) => !UNSTORED.has(name) && Buffer.byteLength(name) + Buffer.byteLength(value) > MAX_PARAMETER_BYTES,
  );
  return long && `${long[0].slice(0, 40)} is longer than ${String(MAX_PARAMETER_BYTES)} bytes`;
}

/**
 * Counts a request that will be stored, as long as it is stored.
 * @throws TooManyRequests
 */
export async function countStoredRequest({ db, clock, config }: Context, { request, login }: BrowserRequest): Promise<void> {
  const now = clock.now();
  const windowMs = INTERACTION_SECONDS * 1000;
  const address = `oidc-requests:${addressBlock(request.ip)}`;
  await throttle(db, { bucket: address, limit: config.LIMIT_AUTHORIZE_PER_ADDRESS, windowMs }, now);
  if (!login) await throttle(db, { bucket: 'oidc-requests', limit: config.LIMIT_AUTHORIZE_ANONYMOUS, windowMs }, now);
}
