/**
 * Anti-forgery: a token bound to the session by HMAC (to a random value before there is a session), sent as a cookie and
 * expected back as a header, and a look at where the request says it comes from. Log-in is guarded like the rest.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSecret } from '../session/serverSecret.ts';
import { randomToken, sameText } from '../session/tokens.ts';
import { XSRF_COOKIE, type CookieJar } from './cookies.ts';
import { problem } from './problem.ts';

const ANONYMOUS = 'anonymous';

export interface AntiForgery {
  /** Sets the cookie where it is missing or belongs to another session. */
  offer(request: FastifyRequest, reply: FastifyReply, sessionToken: string | undefined): void;
  /** Sets the cookie that belongs to a session just opened (or, undefined, to none). */
  renew(reply: FastifyReply, sessionToken: string | undefined): void;
  /** Refuses a call that changes something without a matching pair. */
  demand(request: FastifyRequest, sessionToken: string | undefined): void;
}

export function antiForgery(secret: ServerSecret, cookies: CookieJar, publicOrigin: () => string): AntiForgery {
  const issue = (sessionToken: string | undefined) => {
    if (sessionToken) return secret.sign('xsrf', sessionToken);
    const nonce = randomToken(16);
    return `${nonce}.${secret.sign(ANONYMOUS, nonce)}`;
  };
  const valid = (token: string, sessionToken: string | undefined) => {
    if (sessionToken) return secret.verify('xsrf', sessionToken, token);
    const [nonce, signature] = token.split('.');
    return nonce !== undefined && signature !== undefined && secret.verify(ANONYMOUS, nonce, signature);
  };
  return {
    offer(request, reply, sessionToken) {
      const present = request.cookies[XSRF_COOKIE];
      if (!present || !valid(present, sessionToken)) cookies.setXsrf(reply, issue(sessionToken));
    },
    renew: (reply, sessionToken) => cookies.setXsrf(reply, issue(sessionToken)),
    demand(request, sessionToken) {
      const cookie = request.cookies[XSRF_COOKIE];
      const header = request.headers['x-xsrf-token'];
      const paired =
        typeof header === 'string' && cookie !== undefined && sameText(header, cookie) && valid(header, sessionToken);
      const ours = request.headers['x-requested-with'] === 'XMLHttpRequest' && sameOrigin(request, publicOrigin());
      // Our client fetches a missing cookie and calls again: a browser that still brings none keeps none.
      if (!paired || !ours) throw problem('AntiForgery', cookie === undefined ? { values: { context: 'noCookies' } } : {});
    },
  };
}

/** What the browser itself says of the sender; a program that says nothing is judged by its token alone. */
function sameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  return origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
}
