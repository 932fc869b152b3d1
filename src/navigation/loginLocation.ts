/** Where a user logs in who is not logged in: where the server says, on this origin or on one that the operator lists. */
import { readPageConfig } from '@src/pageConfig/pageConfig.ts';
import { paths } from '@src/paths.ts';
import { withReturnUrl } from './returnUrl.ts';

const isListed = (address: string): boolean => readPageConfig().loginOrigins.includes(new URL(address).origin);

/**
 * @param next where the server says: a path, or an absolute address
 * @param returnTo path on this origin; a login on another origin gets the whole address
 */
export function loginLocation(next: string | null, returnTo: string): string {
  if (next?.startsWith('/')) return withReturnUrl(next, returnTo);
  return next !== null && isListed(next)
    ? withReturnUrl(next, location.origin + returnTo)
    : withReturnUrl(paths.login.to(), returnTo);
}
