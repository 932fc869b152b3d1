/** The login form that the server put into the page. */
import { matchPath } from 'react-router';
import { paths } from '@src/paths.ts';

/** What the server replaces in the drawn form. */
export const placeholders = { product: '__PRODUCT__', application: '__APPLICATION__' } as const;

/** On the login start page the server shows the form of the only application: then its address is the page's. */
export function alignUrlWithPrerender(root: HTMLElement, application: string): void {
  if (root.childElementCount === 0 || !matchPath(paths.login.pattern, location.pathname)) return;
  history.replaceState(history.state, '', paths.loginForm.to({ application }) + location.search);
}
