/** Goes where the server says: within the product without a reload, elsewhere by leaving the page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';

/** Takes only addresses that came from the server, never what stands in the address bar. The entry left behind is replaced. */
export function useFollow(): (address: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (address) => {
      const target = URL.parse(address ?? paths.securityDetails.to(), location.origin);
      if (target?.origin === location.origin) void navigate(target.pathname + target.search + target.hash, { replace: true });
      else if (target && /^https?:$/.test(target.protocol)) location.replace(target.href);
    },
    [navigate],
  );
}
