/**
 * CSRF protection: a double-submit token bound to the session by HMAC (to a nonce before login), sent as a cookie and expected
 * back as a header, plus a check of Sec-Fetch-Site and Origin. Login is protected too, against login CSRF. Other applications use the
 * cookie's name too, and may set it for a common domain or a longer path; so the header may be any of them, if it is ours.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSecret } from '../session/serverSecret.ts';
import { randomToken, sameText } from '../session/tokens.ts';
import { cookieValues, XSRF_COOKIE, type CookieJar } from './cookies.ts';
import { problem } from './problem.ts';

const ANONYMOUS = 'anonymous';

export interface AntiForgery {
  /** Sets the cookie if it is missing or bound to another session. */
  ensureCookie(request: FastifyRequest, reply: FastifyReply, sessionToken: string | undefined): void;
  /** Sets the cookie for a session just opened; `undefined`: for an anonymous caller. */
  setCookie(reply: FastifyReply, sessionToken: string | undefined): void;
  /** Call it for state-changing requests. @throws AntiForgery without a matching pair */
  verify(request: FastifyRequest, sessionToken: string | undefined): void;
}

export function antiForgery(secret: ServerSecret, cookies: CookieJar, publicOrigin: () => string): AntiForgery {
  const issueToken = (sessionToken: string | undefined) => {
    if (sessionToken) return secret.sign('xsrf', sessionToken);
    const nonce = randomToken(16);
    return `${nonce}.${secret.sign(ANONYMOUS, nonce)}`;
  };
  const isValid = (token: string, sessionToken: string | undefined) => {
    if (sessionToken) return secret.verify('xsrf', sessionToken, token);
    const [nonce, signature] = token.split('.');
    return nonce !== undefined && signature !== undefined && secret.verify(ANONYMOUS, nonce, signature);
  };
  return {
    ensureCookie(request, reply, sessionToken) {
      const present = cookieValues(request, XSRF_COOKIE);
      if (!present.some((token) => isValid(token, sessionToken))) cookies.setXsrf(reply, issueToken(sessionToken));
    },
    setCookie: (reply, sessionToken) => cookies.setXsrf(reply, issueToken(sessionToken)),
    verify(request, sessionToken) {
      const present = cookieValues(request, XSRF_COOKIE);
      const header = request.headers['x-xsrf-token'];
      const isPaired =
        typeof header === 'string' && present.some((token) => sameText(header, token)) && isValid(header, sessionToken);
      const isOwnRequest = request.headers['x-requested-with'] === 'XMLHttpRequest' && sameOrigin(request, publicOrigin());
      // Our client fetches a missing cookie and retries, so a request still without one comes from a browser that blocks cookies.
      if (!isPaired || !isOwnRequest)
        throw problem('AntiForgery', present.length === 0 ? { values: { context: 'noCookies' } } : {});
    },
  };
}

/** Checks the browser's headers about the request's origin. Other clients send neither header; for them the token alone decides. */
function sameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  return origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
}
