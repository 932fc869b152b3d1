/** The login form prerendered by the build. */
import { matchPath } from 'react-router';
import { paths } from '@src/paths.ts';

/** Placeholders that the server replaces in the prerendered form. */
export const placeholders = { product: '__PRODUCT__', application: '__APPLICATION__' } as const;

/** Aligns the address with the form of the only application, which the server sends on the login start page. */
export function alignUrlWithPrerender(root: HTMLElement, application: string): void {
  if (root.childElementCount === 0 || !matchPath(paths.login.pattern, location.pathname)) return;
  history.replaceState(history.state, '', paths.loginForm.to({ application }) + location.search);
}
