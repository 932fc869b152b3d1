/** The product's cookies and their flags. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The most values of one name that are read. */
const MAX_VALUES = 8;

/**
 * All values of a cookie, as the browser sends them: those of longer paths first. Another application on this host, or one whose
 * cookies are for a common domain, may have set one of the same name.
 */
export function cookieValues({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>, name: string): string[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, MAX_VALUES)
    .map((pair) => decoded(pair.slice(name.length + 1).replace(/^"(.*)"$/, '$1')));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface CookieJar {
  readonly sessionName: string;
  /** The session's token: that which was found valid, else the first that can be one. */
  session(request: FastifyRequest): string | undefined;
  /** All that can be one. */
  sessions(request: FastifyRequest): string[];
  /** Notes which of them is valid. */
  noteSession(request: FastifyRequest, token: string): void;
  setSession(reply: FastifyReply, token: string, maxAgeMs: number | undefined): void;
  clearSession(reply: FastifyReply): void;
  /** The cookie that clears the session, for replies that Fastify does not write. */
  readonly clearedSession: {
    readonly name: string;
    readonly options: { path: string; httpOnly: true; sameSite: 'lax'; secure: boolean };
  };
  /** HttpOnly cookies; of several, the first that can be ours. */
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
type HiddenCookie = (typeof hiddenCookies)[number];

const TOKEN = /^[\w-]{43}$/;
const formats: Readonly<Record<HiddenCookie | 'session', RegExp>> = {
  session: TOKEN,
  grant: TOKEN,
  browser: TOKEN,
  known: TOKEN,
  passkey: TOKEN,
  position: /^(?:primary|[\dA-F]+\/[\dA-F]+)$/,
  sso: /^[\w-]{43}\.[\w-]+$/,
};

export const XSRF_COOKIE = 'XSRF-TOKEN';

/** @param secure whether the public URL is https: sets `Secure` and the `__Host-` prefix, which binds a cookie to this host */
export function cookieJar(secure: boolean): CookieJar {
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const ours = (request: FastifyRequest, cookie: HiddenCookie | 'session') =>
    cookieValues(request, name(cookie)).filter((value) => formats[cookie].test(value));
  const valid = new WeakMap<FastifyRequest, string>();
  return {
    sessionName: name('session'),
    session: (request) => valid.get(request) ?? ours(request, 'session')[0],
    sessions: (request) => ours(request, 'session'),
    noteSession: (request, token) => void valid.set(request, token),
    setSession(reply, token, maxAgeMs) {
      reply.setCookie(name('session'), token, { ...hidden, ...(maxAgeMs === undefined ? {} : { maxAge: seconds(maxAgeMs) }) });
    },
    clearedSession: { name: name('session'), options: hidden },
    clearSession: (reply) => void reply.clearCookie(name('session'), hidden),
    get: (request, cookie) => ours(request, cookie)[0],
    set: (reply, cookie, value, maxAgeMs) => void reply.setCookie(name(cookie), value, { ...hidden, maxAge: seconds(maxAgeMs) }),
    clear: (reply, cookie) => void reply.clearCookie(name(cookie), hidden),
    setXsrf: (reply, value) => void reply.setCookie(XSRF_COOKIE, value, { path: '/', sameSite: 'lax', secure }),
  };
}
