/** The login form prerendered at build time, visible and usable before any script has run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { KnownApplication } from './pageConfig.ts';
import type { Locale } from '../../api/contract/locale.ts';

const folder = join(import.meta.dirname, '../../dist/prerendered');

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** @returns the HTML for the page at `path`; empty unless it is the login page of a known application */
export function prerenderedLogin(
  config: Config,
): (path: string, locale: Locale, applications: readonly KnownApplication[]) => string {
  const defaultApplication = { applicationName: config.defaultApplication, displayName: config.PRODUCT_NAME };
  const templates = new Map<Locale, string>();
  const read = (locale: Locale) => {
    const text = templates.get(locale) ?? readFileSync(join(folder, `${locale}.html`), 'utf8');
    templates.set(locale, text);
    return text;
  };
  return (path, locale, applications) => {
    const all = [defaultApplication, ...applications];
    const application = applicationAt(path) ?? (all.length === 1 ? defaultApplication.applicationName : '');
    const name = isLoginPath(path) ? all.find((one) => one.applicationName === application)?.displayName : undefined;
    if (name === undefined) return '';
    const values: Readonly<Record<string, string>> = {
      __PRODUCT__: escaped(config.PRODUCT_NAME),
      __APPLICATION__: escaped(name),
    };
    return read(locale).replaceAll(/__(PRODUCT|APPLICATION)__/g, (found) => values[found] ?? '');
  };
}

const isLoginPath = (path: string): boolean => /^\/Login(\/[^/]*)?\/?$/i.test(path);

/** The application's name in `/Login/{application}`. */
export function applicationAt(path: string): string | undefined {
  const [, named] = /^\/Login\/([^/]+)\/?$/i.exec(path) ?? [];
  try {
    return named && decodeURIComponent(named);
  } catch {
    return '';
  }
}
