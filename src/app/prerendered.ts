/** The login form prerendered by the build. */
import { matchPath } from 'react-router';
import { paths } from '@src/paths.ts';

/** Placeholders that the server replaces in the prerendered form. */
export const placeholders = { product: '__PRODUCT__', application: '__APPLICATION__' } as const;

/** On the login start page the server sends the form of the only application: aligns the address with it. */
export function alignUrlWithPrerender(root: HTMLElement, application: string): void {
  if (root.childElementCount === 0 || !matchPath(paths.login.pattern, location.pathname)) return;
  history.replaceState(history.state, '', paths.loginForm.to({ application }) + location.search);
}
