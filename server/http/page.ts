/** Serves static files (hashed names are immutable), and for every other path the page with its configuration. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import type { SecurityContext } from './authorize.ts';
import { applicationAt, prerenderedLogin } from './prerenderedLogin.ts';
import { sendProblem } from './errors.ts';
import { setPagePolicy } from './headers.ts';
import { impersonationExpiry, type ImpersonationState } from './impersonationExpiry.ts';
import { pageConfig, type KnownApplication } from './pageConfig.ts';
import { problem } from './problem.ts';
import { isNavigation } from './refusalPage.ts';
import type { SessionManager } from './sessionManager.ts';

const root = join(import.meta.dirname, '../../dist');
/** Of the file that is sent, which may be the compressed one beside it. */
const HASHED = /\.[0-9a-f]{5,}\.\w+(\.br)?$/;

export async function servePage(app: FastifyInstance, context: Context, dependencies: PageDependencies): Promise<void> {
  const built = {
    template: readBuilt('index.html'),
    controlStyles: readBuilt('prerendered/controls.css'),
    signedInStyles: readBuilt('prerendered/signedIn.html'),
  };
  const { security, sessions } = dependencies;
  const impersonationStateOf = impersonationExpiry(context, security, sessions);
  const prerendered = prerenderedLogin(context.config);
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html', 'prerendered/**', 'sbom.json'],
    setHeaders(reply, path) {
      void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // A missing script must be a 404: HTML in its place would be run. Other paths may hold a dot, as in an e-mail address.
    // Nor is there anything under names with a leading dot, which scanners ask for (`/.git/config`).
    if (/^\/(assets\/.*|[^/]*\.\w{2,5}|\..*)$/.test(pathOf(request))) {
      if (isNavigation(request.headers)) throw problem('NotFound');
      return reply.code(404).type('text/plain').send('Not found');
    }
    return sendPage(request, reply, { ...dependencies, context, prerendered, built }, await impersonationStateOf(request, reply));
  };
  // A route, because only routes are compressed; other URLs fall through to the not-found handler.
  app.get('/*', page);
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? page(request, reply)
      : sendProblem(request, reply, problem('MethodNotAllowed', { headers: { allow: 'GET, HEAD' } }), context),
  );
}

interface PageDependencies {
  readonly security: SecurityContext;
  readonly sessions: SessionManager;
  /** Applications that the login pages offer besides the default one. */
  readonly applications: (wanted?: string) => Promise<readonly KnownApplication[]>;
}

interface PageContext extends PageDependencies {
  readonly context: Context;
  readonly prerendered: ReturnType<typeof prerenderedLogin>;
  readonly built: Readonly<Record<'template' | 'controlStyles' | 'signedInStyles', () => string>>;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, security, applications, prerendered, built }: PageContext,
  impersonation: ImpersonationState | undefined,
): Promise<FastifyReply> {
  const { ui_locales: wanted, userName } = request.query as Partial<Record<string, unknown>>;
  // An application may ask for the language of its user (OpenID Connect), in order of preference.
  const asked = typeof wanted === 'string' ? wanted.replaceAll(' ', ',') : undefined;
  const locale = chooseLocale([asked, request.cookies.locale, request.headers['accept-language']].filter(Boolean).join());
  const known = await applications(applicationAt(pathOf(request)));
  const session = security.cookies.session(request);
  const nonce = setPagePolicy(reply, context);
  if (impersonation !== 'resumed') security.antiForgery.ensureCookie(request, reply, session);
  const values: Record<string, string> = {
    __NONCE__: nonce,
    __LOCALE__: locale,
    __PAGE_CONFIG__: inScript(
      JSON.stringify(pageConfig(context, { nonce, applications: known, acting: impersonation === 'acting' })),
    ),
    // With a session cookie the user is probably redirected; a prerendered form would only flash. A form with a given user name is
    // not prerendered either.
    __PRERENDERED__: session === undefined && userName === undefined ? prerendered(pathOf(request), locale, known) : '',
    __CONTROL_STYLES__: session === undefined ? '' : `<style nonce="${nonce}">${built.controlStyles()}</style>`,
    __SIGNED_IN_STYLES__: session === undefined ? '' : built.signedInStyles().replace('__NONCE__', nonce),
  };
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language, cookie', 'content-language': locale })
    .type('text/html; charset=utf-8')
    .send(
      built
        .template()
        .replaceAll(/__(NONCE|LOCALE|PAGE_CONFIG|PRERENDERED|CONTROL_STYLES|SIGNED_IN_STYLES)__/g, (name) => values[name] ?? ''),
    );
}

/** JSON that is safe inside a script element: it can't close the element or open a comment. */
const inScript = (json: string): string => json.replaceAll('<', '\\u003c');

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] as string;

/** Reads a file of the build; cached except in development. */
function readBuilt(file: string): () => string {
  const read = () => readFileSync(join(root, file), 'utf8');
  if (process.env.NODE_ENV === 'development') return read;
  let text: string | undefined;
  return () => (text ??= read());
}
