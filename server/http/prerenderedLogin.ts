/** The login form prerendered at build time, visible and usable before any script has run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Locale } from '../../api/contract/locale.ts';

const folder = join(import.meta.dirname, '../../dist/prerendered');

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** @returns the HTML for the page at `path`; empty unless it is the login page of a known application */
export function prerenderedLogin(config: Config): (path: string, locale: Locale) => string {
  const defaultApplication = { name: config.defaultApplication, displayName: config.PRODUCT_NAME };
  const names = new Map([defaultApplication, ...config.APPLICATIONS].map(({ name, displayName }) => [name, displayName ?? name]));
  const templates = new Map<Locale, string>();
  const read = (locale: Locale) => {
    const text = templates.get(locale) ?? readFileSync(join(folder, `${locale}.html`), 'utf8');
    templates.set(locale, text);
    return text;
  };
  return (path, locale) => {
    const application = applicationAt(path) ?? (names.size === 1 ? defaultApplication.name : '');
    const name = isLoginPath(path) ? names.get(application) : undefined;
    if (name === undefined) return '';
    const values: Readonly<Record<string, string>> = {
      __PRODUCT__: escaped(config.PRODUCT_NAME),
      __APPLICATION__: escaped(name),
    };
    return read(locale).replaceAll(/__(PRODUCT|APPLICATION)__/g, (found) => values[found] ?? '');
  };
}

const isLoginPath = (path: string): boolean => /^\/Login(\/[^/]*)?\/?$/i.test(path);

function applicationAt(path: string): string | undefined {
  const [, named] = /^\/Login\/([^/]+)\/?$/i.exec(path) ?? [];
  try {
    return named && decodeURIComponent(named);
  } catch {
    return '';
  }
}
