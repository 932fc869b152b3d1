/** Security headers on every reply. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { CSP_REPORTS_PATH } from './cspReports.ts';

const PERMISSIONS = [
  ...['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((feature) => `${feature}=()`),
  // Passkeys are allowed for this origin only.
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ');

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'x-frame-options': 'DENY',
};

/** API replies are not cached, and do nothing when opened as a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function secureHeaders(app: FastifyInstance, context: Context): void {
  const https = context.publicUrl().startsWith('https:');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // Compares the route too, because one path can be spelled in many ways in a URL.
    if (request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/')) void reply.headers(apiHeaders);
  });
}

/** The page's CSP: own scripts and styles only, by origin or by this reply's nonce. */
export function setPagePolicy(reply: FastifyReply, { config }: Context): string {
  const nonce = randomBytes(16).toString('base64');
  const sentry = config.SENTRY_ENABLED === 'on' && config.SENTRY_DSN ? ` ${new URL(config.SENTRY_DSN).origin}` : '';
  const captcha = config.RECAPTCHA_SITE_KEY ? ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/' : '';
  void reply.header('reporting-endpoints', `csp="${CSP_REPORTS_PATH}"`);
  void reply.header(
    'content-security-policy',
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'${captcha}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      `connect-src 'self'${sentry}${captcha}`,
      `frame-src 'self'${captcha}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      // Forms are submitted by script only: a form not hydrated yet must not write a password into the URL.
      "form-action 'none'",
      "frame-ancestors 'none'",
      // reCAPTCHA's own script writes HTML.
      ...(captcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types default dompurify']),
      'report-to csp',
      `report-uri ${CSP_REPORTS_PATH}`,
    ].join('; '),
  );
  return nonce;
}
