/** The query of the address. The router's `useSearchParams` would bring 5 KB of forms and fetchers with it. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';

export function useAddressQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
