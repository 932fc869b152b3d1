/**
 * Wraps every reply of the provider: leaves out its cookie where the login is ours, ends our session at a logout, and shows a page of ours
 * where the provider can't continue.
 */
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { auditOriginOf } from '../http/auditOrigin.ts';
import { cookieJar } from '../http/cookies.ts';
import { asProblem, problemBody } from '../http/errors.ts';
import { localeOf, renderPage } from '../http/ownPages.ts';
import { endSession } from '../accounts/sessions.ts';
import { browserRequestOf, type BrowserRequest, type Login } from './browserRequest.ts';

type Middleware = Parameters<Provider['use']>[0];

/** @param sessionCookie the provider's; without a login it holds the state of a logout, and is used for nothing else */
export function finishBrowserRequest(context: Context, sessionCookie: string): Middleware {
  const { name, options } = cookieJar(context.publicUrl().startsWith('https:')).clearedSession;

  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // Catches errors outside of the provider's own handler, as when its session is saved after the reply was made.
      const failed = ctx as unknown as KoaContextWithOIDC;
      answerServerError(context, failed, error);
      showError(context, failed, { error: 'server_error' }, error);
    }
    restoreAddress(ctx);
    const browser = browserRequestOf(ctx.req);
    if (!browser) return;
    const cookies = [ctx.response.get('set-cookie')].flat().filter(Boolean);
    const isKept = !browser.login && ctx.path.startsWith('/session/end');
    const kept = isKept ? cookies : cookies.filter((cookie) => !cookie.startsWith(`${sessionCookie}=`));
    if (browser.isLoggingOut && browser.login) {
      await logOut(context, browser, browser.login);
      kept.push(browser.request.server.serializeCookie(name, '', { ...options, expires: new Date(0) }));
      ctx.set('clear-site-data', '"cache"');
    }
    if (kept.length > 0) ctx.set('set-cookie', kept);
    else ctx.remove('set-cookie');
  };
}

/**
 * The provider parses an address of the application to add its answer, and writes `%20` as `+`; it must stay as it was registered.
 */
function restoreAddress(ctx: Parameters<Middleware>[0]): void {
  const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined;
  const location = ctx.response.get('location');
  if (!oidc || !URL.canParse(location)) return;
  const state = oidc.session?.state as { postLogoutRedirectUri?: string } | undefined;
  const registered = [oidc.params?.redirect_uri, state?.postLogoutRedirectUri].find(
    (address) => typeof address === 'string' && isAnswerAt(location, address),
  );
  if (typeof registered === 'string') ctx.set('location', answerAt(location, registered));
}

/** Splits an address into its place and its query, as a parser writes them. */
function partsOf(address: string): { place: string; query: string } {
  const url = new URL(address);
  return { place: url.origin + url.pathname, query: url.searchParams.toString() };
}

function isAnswerAt(location: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const [answer, registered] = [partsOf(location), partsOf(address)];
  return answer.place === registered.place && answer.query.startsWith(registered.query);
}

function answerAt(location: string, registered: string): string {
  const answer = partsOf(location).query.slice(partsOf(registered).query.length).replace(/^&/, '');
  const separator = answer === '' ? '' : registered.includes('?') ? '&' : '?';
  return registered + separator + answer + new URL(location).hash;
}

async function logOut({ db, clock }: Context, { request }: BrowserRequest, login: Login): Promise<void> {
  const { userName, userId } = login.person;
  await transaction(db, async (tx) => {
    await endSession(tx, login.session.sessionId);
    await appendAuditEvent(tx, auditOriginOf(request, login, clock.now()), {
      action: 'Login.Logout',
      target: userName,
      targetUserId: userId,
      details: { by: 'application' },
    });
  });
}

/** In the browser's language. */
export function showPage(context: Context, ctx: KoaContextWithOIDC, page: Parameters<typeof renderPage>[2]): void {
  const request = browserRequestOf(ctx.req)?.request;
  if (!request) return;
  const { html, policy } = renderPage(context, localeOf(request, ctx.query.ui_locales), page);
  ctx.type = 'html';
  ctx.set('content-security-policy', policy);
  ctx.body = html;
}

/** @param cause the error that the provider, or our code below it, has thrown */
export function showError(
  context: Context,
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: { error: string; error_description?: string | undefined },
  cause: unknown,
): void {
  const found = asProblem(cause);
  const values = isForNow(found.status)
    ? { code: 'temporarily_unavailable', detail: problemBody(found, context.phrases, 'en-US').message }
    : { code: error, detail: description ?? '' };
  showPage(context, ctx, { heading: { key: 'failed' }, lines: [{ key: 'failedHow' }, { key: 'failedDetail', values }] });
}

/**
 * Answers errors that are no fault of the request: too many requests, an unavailable database, or a fault of ours, which is logged.
 */
export function answerServerError(context: Context, ctx: KoaContextWithOIDC, error: unknown): void {
  const found = asProblem(error);
  if (isForNow(found.status)) {
    ctx.status = found.status;
    ctx.set('retry-after', String(Math.ceil(found.options.retryAfterSeconds ?? 2)));
  } else {
    ctx.status = 500;
    const requestId = ctx.res.getHeader('x-request-id');
    context.log.error({ err: error, url: ctx.path, requestId }, 'The OpenID Connect provider failed');
  }
}

const isForNow = (status: number): boolean => status === 429 || status === 503;
