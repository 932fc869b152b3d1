/** Identifies the caller by session cookie or by API key, never by both. */
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../db/database.ts';
import { findKeyPrincipal } from '../session/apiKeys.ts';
import { findSession } from '../session/principals.ts';
import type { CookieJar } from './cookies.ts';
import { problem } from './problem.ts';
import type { Principal } from '../session/principal.ts';

/**
 * Ignores the cookie if there is an Authorization header; an invalid header is rejected instead of falling back to the cookie.
 * @throws SessionRequired for an invalid key
 */
export async function authenticate(queries: Queries, cookies: CookieJar, request: FastifyRequest, now: Date): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const key = /^Bearer (\S{1,200})$/.exec(authorization)?.[1];
    const principal = key === undefined ? undefined : await findKeyPrincipal(queries, key, request, now);
    if (!principal) throw problem('SessionRequired', { headers: { 'www-authenticate': 'Bearer' } });
    return principal;
  }
  return findCookieSession(queries, cookies, request, now);
}

/** The session of the request's cookie; of several, the first that is valid counts, from then on for `cookies.session` too. */
export async function findCookieSession(
  queries: Queries,
  cookies: CookieJar,
  request: FastifyRequest,
  now: Date,
  find = findSession,
): Promise<Principal> {
  for (const token of cookies.sessions(request)) {
    const found = await find(queries, token, now);
    if (found.kind === 'anonymous') continue;
    cookies.noteSession(request, token);
    return found;
  }
  return { kind: 'anonymous' };
}
