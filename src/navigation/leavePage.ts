/** Which addresses are outside of this page, and how it is left. */

/**
 * Paths that the server answers instead of this page: logins continue there that another application or an identity provider asked
 * for.
 */
const SERVER = ['/oidc/', '/sso/'];

export const isInPage = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && !SERVER.some((path) => pathname.startsWith(path));

let isLeavingNow = false;

/** True from a redirect out of this page until the page is shown again: another one would cancel it half-way, after its effects. */
export const isLeaving = (): boolean => isLeavingNow;

/** Replaces the current entry of the history. */
export function leavePage(address: string): void {
  isLeavingNow = true;
  addEventListener('pageshow', () => (isLeavingNow = false), { once: true });
  location.replace(address);
}
