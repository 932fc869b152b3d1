/**
 * The few pages that are no part of the front end: consent, logout, and errors. They are small, without script unless they submit
 * themselves.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../api/contract/locale.ts';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import { cookieValues } from './cookies.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** A phrase, or a text that is one already. */
type PageText = { readonly key: string; readonly values?: Readonly<Record<string, unknown>> } | { readonly text: string };

export interface OwnPage {
  readonly heading: PageText;
  readonly lines?: readonly PageText[];
  readonly items?: readonly PageText[];
  readonly links?: readonly { readonly href: string; readonly key: string }[];
  readonly form?: {
    /** A form without buttons, with this `id`. */
    readonly markup: string;
    readonly id: string;
    readonly buttons: readonly { readonly name: string; readonly value: string; readonly key: string }[];
    /** The address to which the form finally leads: a browser applies `form-action` to redirects too. */
    readonly leadsTo?: string | undefined;
    readonly submitsItself?: boolean;
    /** Whether that site redirects the browser to others, which are unknown here. */
    readonly isPassedOn?: boolean;
  };
}

const SUBMIT = 'document.forms[0].requestSubmit(document.querySelector("button"))';
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:420px;margin:10vh auto 0;padding:24px}
h1{font-size:24px;line-height:1.25}
button{font:inherit;min-height:40px;padding:0 16px;margin:0 8px 8px 0;border:1px solid;border-radius:0;background:none;color:inherit;cursor:pointer}
button:first-of-type{background:#1b5e20;border-color:#1b5e20;color:#fff}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The locale that the application asks for (`ui_locales`), else that of every page. */
export const localeOf = (request: FastifyRequest, uiLocales?: unknown): Locale =>
  chooseLocale(
    [
      typeof uiLocales === 'string' ? uiLocales.replaceAll(' ', ',') : undefined,
      cookieValues(request, 'locale')[0],
      request.headers['accept-language'],
    ]
      .filter(Boolean)
      .join(),
  );

export function renderPage(
  { phrases, config }: Pick<Context, 'phrases' | 'config'>,
  locale: Locale,
  page: OwnPage,
): { html: string; policy: string } {
  const say = (text: PageText) =>
    escaped(
      'text' in text ? text.text : phrases.say(locale, `oidc:${text.key}`, { product: config.PRODUCT_NAME, ...text.values }),
    );
  const { form } = page;
  const heading = say(page.heading);
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} | ${escaped(config.PRODUCT_NAME)}™</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1>
${(page.lines ?? []).map((line) => `<p>${say(line)}</p>`).join('')}
${page.items ? `<ul>${page.items.map((item) => `<li>${say(item)}</li>`).join('')}</ul>` : ''}
${(page.links ?? []).map(({ href, key }) => `<p><a href="${escaped(href)}">${say({ key })}</a></p>`).join('')}
${form ? formHtml(form, (key) => say({ key })) : ''}</main>${form?.submitsItself ? `<script>${SUBMIT}</script>` : ''}</body></html>`;
  const leadsTo = form?.leadsTo === undefined ? '' : ` ${new URL(form.leadsTo).origin}`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(form?.submitsItself ? [`script-src ${hashOf(SUBMIT)}`] : []),
    `form-action ${form ? `'self'${leadsTo}${form.isPassedOn ? ' https:' : ''}` : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}

const formHtml = ({ markup, id, buttons }: NonNullable<OwnPage['form']>, say: (key: string) => string): string =>
  markup +
  buttons.map(({ name, value, key }) => `<button form="${id}" name="${name}" value="${value}">${say(key)}</button>`).join('');

/** A form with hidden fields. */
export function formOf(
  action: string,
  ...fields: readonly (readonly [string, string])[]
): { readonly markup: string; readonly id: string } {
  const hidden = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`).join('');
  return { id: 'answer', markup: `<form id="answer" method="post" action="${escaped(action)}">${hidden}</form>` };
}
