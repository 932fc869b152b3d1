/**
 * Mounts the OpenID Connect provider under `/oidc`. Its endpoints read their own bodies (56 KiB at most) and write the raw response;
 * headers, hosts, slow bodies and shutdown are the server's as everywhere. A login of this product is its session.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import { apiHeaders } from '../http/headers.ts';
import { interactionRoutes } from './interaction.routes.ts';
import { cookieNames, MOUNT, OUR_SESSION } from './mount.ts';
import { localeOf, renderPage } from '../http/ownPages.ts';
import type { RunningProvider } from './running.ts';
import { beginBrowserRequest, MAX_REQUEST_BYTES, oversizeOf, type BrowserRequest } from './browserRequest.ts';

/** Allows no script but those that the provider's own pages add by their hash, for which the policy needs a `script-src`. */
const CONTENT_POLICY = "default-src 'none'; script-src 'report-sample'; base-uri 'none'; frame-ancestors 'none'";
/** Requests of a browser, in which the login counts; the others are of applications. */
const OF_BROWSERS = /^\/oidc\/(?:auth|session\/end)(?:[/?]|$)/;
const MAX_CONSENT_BYTES = 4096;

export async function oidcRoutes(
  app: FastifyInstance,
  context: Context,
  cookies: CookieJar,
  oidc: RunningProvider,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_CONSENT_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    interactionRoutes(scope, context, cookies, oidc);
    for (const path of [`${MOUNT}/auth`, `${MOUNT}/session/end`]) scope.post(path, { bodyLimit: MAX_REQUEST_BYTES }, asGet(path));
    done();
  });
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The provider parses the body.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => {
      parsed(null);
    });
    scope.all(`${MOUNT}/*`, serve);
    done();
  });

  /**
   * A form becomes the same request by GET (OpenID Connect Core 1.0, 3.1.2.1; RP-Initiated Logout 1.0, 2). A browser does not send the
   * login's cookie with a form of another site, and sends it with the redirect; so a foreign form can do no more than a link can.
   */
  function asGet(path: string) {
    return (request: FastifyRequest, reply: FastifyReply) => {
      const parameters = new URLSearchParams(typeof request.body === 'string' ? request.body : '').toString();
      const oversize = oversizeOf(parameters);
      if (oversize !== undefined) return refuse(request, reply, oversize);
      return reply.headers(apiHeaders).redirect(`${path}?${parameters}`, 303);
    };
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply, detail: string): Promise<FastifyReply> {
    const { html, policy } = renderPage(context, localeOf(request), {
      heading: { key: 'failed' },
      lines: [{ key: 'failedHow' }, { key: 'failedDetail', values: { code: 'invalid_request', detail } }],
    });
    return reply
      .code(400)
      .headers({ ...apiHeaders, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(html);
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const isOfBrowser = OF_BROWSERS.test(request.url);
    const oversize = isOfBrowser ? oversizeOf(request.url.split('?')[1] ?? '') : undefined;
    if (oversize !== undefined) return refuse(request, reply, oversize);
    const provider = await oidc.get();
    const browser = await beginBrowserRequest(context, request, isOfBrowser ? cookies : undefined);
    const { raw } = request;
    const issuer = new URL(oidc.issuer());
    // Addresses in replies are those of PUBLIC_URL, whatever Host or forwarded headers say.
    Object.assign(raw.headers, { 'x-forwarded-host': issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) });
    raw.headers.cookie = withSession(raw.headers.cookie, cookieNames(issuer.href).session, browser);
    Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '').slice(MOUNT.length) });
    void reply.headers({ ...apiHeaders, 'content-security-policy': CONTENT_POLICY });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await provider.callback()(raw, reply.raw);
    return undefined;
  }
}

/** Passes our login to the provider; a session of its own counts only without one. */
function withSession(header: string | undefined, name: string, { login }: BrowserRequest): string {
  const others = (header ?? '').split(/; */).filter((cookie) => cookie !== '' && !(login && cookie.startsWith(`${name}=`)));
  return [...others, ...(login ? [`${name}=${OUR_SESSION}`] : [])].join('; ');
}
