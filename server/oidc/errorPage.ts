/** The page that a browser gets when the provider can't continue. */
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Context } from '../context.ts';
import { asProblem } from '../http/errors.ts';
import { browserRequestOf } from './browserRequest.ts';
import { localeOf, renderPage } from '../http/ownPages.ts';

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
    ? { code: 'temporarily_unavailable', detail: context.phrases.say('en-US', `problem:${found.code}`, found.options.values) }
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
