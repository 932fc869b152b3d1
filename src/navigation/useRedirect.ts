/** Follows an address from the server: within the product without a reload, elsewhere by leaving the page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';

/**
 * Paths that the server answers instead of this page: logins continue there that another application or an identity provider asked
 * for.
 */
const SERVER = ['/oidc/', '/sso/'];

let isLeavingNow = false;

/** True from a redirect out of this page until the page is shown again: another one would cancel it half-way, after its effects. */
export const isLeaving = (): boolean => isLeavingNow;

function leave(address: string): void {
  isLeavingNow = true;
  addEventListener('pageshow', () => (isLeavingNow = false), { once: true });
  location.replace(address);
}

/** Resolves once rendered; replaces the current entry. Only for addresses from the server, never from the address bar. */
export function useRedirect(): (address: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      const target = URL.parse(address ?? paths.securityDetails.to(), location.origin);
      if (target?.origin === location.origin && !SERVER.some((path) => target.pathname.startsWith(path)))
        await navigate(target.pathname + target.search + target.hash, { replace: true });
      else if (target && /^https?:$/.test(target.protocol)) leave(target.href);
    },
    [navigate],
  );
}
