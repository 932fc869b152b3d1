/** Follows an address from the server: within the product without a reload, elsewhere by leaving the page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';
import { isInPage, leavePage } from './leavePage.ts';

/** Resolves once rendered; replaces the current entry. Only for addresses from the server, never from the address bar. */
export function useRedirect(): (address: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      const target = URL.parse(address ?? paths.securityDetails.to(), location.origin);
      if (target && isInPage(target)) await navigate(target.pathname + target.search + target.hash, { replace: true });
      else if (target && /^https?:$/.test(target.protocol)) leavePage(target.href);
    },
    [navigate],
  );
}
