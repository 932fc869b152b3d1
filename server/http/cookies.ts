/** The product's cookies and their flags. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieJar {
  readonly sessionName: string;
  session(request: FastifyRequest): string | undefined;
  setSession(reply: FastifyReply, token: string, maxAgeMs: number | undefined): void;
  clearSession(reply: FastifyReply): void;
  /** The cookie that clears the session, for replies that Fastify does not write. */
  readonly clearedSession: {
    readonly name: string;
    readonly options: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean };
  };
  /** HttpOnly cookies. */
  get(request: FastifyRequest, name: HiddenCookie): string | undefined;
  set(reply: FastifyReply, name: HiddenCookie, value: string, maxAgeMs: number): void;
  clear(reply: FastifyReply, name: HiddenCookie): void;
  /** The CSRF cookie: readable by script, which sends it back as a header. */
  setXsrf(reply: FastifyReply, value: string): void;
}

/**
 * `grant`: a verified mailed link. `browser`: skips the MFA code on this browser. `known`: a browser seen before. `position`: the
 * position of the last change in the database's log. `passkey`: the browser that asked for a passkey challenge. `sso`: the browser
 * that went to an identity provider.
 */
export const hiddenCookies = ['grant', 'browser', 'known', 'position', 'passkey', 'sso'] as const;
export type HiddenCookie = (typeof hiddenCookies)[number];

export const XSRF_COOKIE = 'XSRF-TOKEN';

/** @param secure whether the public URL is https: sets `Secure` and the `__Host-` prefix, which binds a cookie to this host */
export function cookieJar(secure: boolean): CookieJar {
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return {
    sessionName: name('session'),
    session: (request) => request.cookies[name('session')],
    setSession(reply, token, maxAgeMs) {
      reply.setCookie(name('session'), token, { ...hidden, ...(maxAgeMs === undefined ? {} : { maxAge: seconds(maxAgeMs) }) });
    },
    clearedSession: { name: name('session'), options: hidden },
    clearSession: (reply) => void reply.clearCookie(name('session'), hidden),
    get: (request, cookie) => request.cookies[name(cookie)],
    set: (reply, cookie, value, maxAgeMs) => void reply.setCookie(name(cookie), value, { ...hidden, maxAge: seconds(maxAgeMs) }),
    clear: (reply, cookie) => void reply.clearCookie(name(cookie), hidden),
    setXsrf: (reply, value) => void reply.setCookie(XSRF_COOKIE, value, { path: '/', sameSite: 'lax', secure }),
  };
}
