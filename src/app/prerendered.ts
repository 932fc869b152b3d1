/** The login form that the server put into the page, and how React takes it over. */
import { matchPath } from 'react-router';
import { paths } from '@src/paths.ts';
import type { Locale } from '@src/i18n/locale.ts';

/** What the server replaces in the drawn form. */
export const placeholders = { product: '__PRODUCT__', application: '__APPLICATION__' } as const;

/** Whether the page shows what React would draw first: the same form in the same language. Otherwise React draws anew. */
export function isTakenOver(root: HTMLElement, locale: Locale): boolean {
  const drawn = root.childElementCount > 0 && document.documentElement.lang === locale;
  return drawn && matchPath(paths.loginForm.pattern, location.pathname) !== null;
}

/** On the login start page the server shows the form of the only application: then its address is the page's. */
export function settleAddress(root: HTMLElement, application: string): void {
  if (root.childElementCount === 0 || !matchPath(paths.login.pattern, location.pathname)) return;
  history.replaceState(history.state, '', paths.loginForm.to({ application }) + location.search);
}
