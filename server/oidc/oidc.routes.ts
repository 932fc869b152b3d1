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
import type { RunningProvider } from './running.ts';
import { beginVisit, type Visit } from './visit.ts';

/** No script but those that the provider's own pages add by their hash, which needs a `script-src` to add to. */
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
    done();
  });
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Left to the provider.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => {
      parsed(null);
    });
    scope.all(`${MOUNT}/*`, serve);
    done();
  });

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const provider = await oidc.get();
    const visit = await beginVisit(context, request, OF_BROWSERS.test(request.url) ? cookies : undefined);
    const { raw } = request;
    const issuer = new URL(oidc.issuer());
    // Addresses in replies are those of PUBLIC_URL, whatever Host or forwarded headers say.
    Object.assign(raw.headers, { 'x-forwarded-host': issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) });
    raw.headers.cookie = withSession(raw.headers.cookie, cookieNames(issuer.href).session, visit);
    Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '').slice(MOUNT.length) });
    void reply.headers({ ...apiHeaders, 'content-security-policy': CONTENT_POLICY });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await provider.callback()(raw, reply.raw);
  }
}

/** Names our login to the provider; a session of its own counts only without one. */
function withSession(header: string | undefined, name: string, { login }: Visit): string {
  const others = (header ?? '').split(/; */).filter((cookie) => cookie !== '' && !(login && cookie.startsWith(`${name}=`)));
  return [...others, ...(login ? [`${name}=${OUR_SESSION}`] : [])].join('; ');
}
