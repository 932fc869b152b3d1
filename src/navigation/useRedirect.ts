/** Goes where the server says: within the product without a reload, elsewhere by leaving the page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';

/** Resolves once the page is there. Takes only addresses that came from the server, never what stands in the address bar. The entry left behind is replaced. */
export function useRedirect(): (address: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      const target = URL.parse(address ?? paths.securityDetails.to(), location.origin);
      if (target?.origin === location.origin) await navigate(target.pathname + target.search + target.hash, { replace: true });
      else if (target && /^https?:$/.test(target.protocol)) location.replace(target.href);
    },
    [navigate],
  );
}
