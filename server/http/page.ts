/** The page: static files with hashed names, for ever; and for every other path the one page, with what it needs to know inside. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import type { SecurityContext } from './authorize.ts';
import { prerenderedLogin } from './prerenderedLogin.ts';
import { pagePolicy } from './headers.ts';
import { impersonationExpiry, type ImpersonationState } from './impersonationExpiry.ts';
import { pageConfig } from './pageConfig.ts';
import type { SessionManager } from './sessionManager.ts';

const root = join(import.meta.dirname, '../../dist');
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;

export async function servePage(
  app: FastifyInstance,
  context: Context,
  security: SecurityContext,
  sessions: SessionManager,
): Promise<void> {
  const template = readTemplate();
  const standingOf = impersonationExpiry(context, security, sessions);
  const drawn = prerenderedLogin(context.config);
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html', 'prerendered/**'],
    setHeaders(reply, path) {
      void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // A missing script must fail as one: a page in its place would be run. Elsewhere a dot is a search for an e-mail address.
    if (/^\/(assets\/.*|[^/]*\.\w{2,5})$/.test(pathOf(request))) return reply.code(404).type('text/plain').send('Not found');
    return sendPage(request, reply, { context, security, drawn }, template(), await standingOf(request, reply));
  };
  // A route, as those alone are compressed; what no route can hold is answered below.
  app.get('/*', page);
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? page(request, reply)
      : reply.code(405).header('allow', 'GET, HEAD').send(),
  );
}

interface PageContext {
  readonly context: Context;
  readonly security: SecurityContext;
  readonly drawn: ReturnType<typeof prerenderedLogin>;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, security, drawn }: PageContext,
  template: string,
  standing: ImpersonationState | undefined,
): Promise<FastifyReply> {
  const locale = chooseLocale([request.cookies.locale, request.headers['accept-language']].join());
  const session = security.cookies.session(request);
  const nonce = pagePolicy(reply, context);
  if (standing !== 'resumed') security.antiForgery.offer(request, reply, session);
  const values: Record<string, string> = {
    __NONCE__: nonce,
    __LOCALE__: locale,
    __PAGE_CONFIG__: inScript(JSON.stringify(pageConfig(context, nonce, standing === 'acting'))),
    // Whoever may be signed in is sent on; a form would only flash.
    __PRERENDERED__: session === undefined ? drawn(pathOf(request), locale) : '',
  };
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language, cookie', 'content-language': locale })
    .type('text/html; charset=utf-8')
    .send(template.replaceAll(/__(NONCE|LOCALE|PAGE_CONFIG|PRERENDERED)__/g, (name) => values[name] ?? ''));
}

/** JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
const inScript = (json: string): string => json.replaceAll('<', '\\u003c');

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] as string;

/** Read once, or at each request while the front end is being worked on. */
function readTemplate(): () => string {
  const read = () => readFileSync(join(root, 'index.html'), 'utf8');
  if (process.env.NODE_ENV === 'development') return read;
  let text: string | undefined;
  return () => (text ??= read());
}
