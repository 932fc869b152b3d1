/** `returnUrl` through the login pages. The server alone decides whether it may be followed (open redirect). */
import { useSearchParams } from 'react-router';
import { RETURN_URL } from '@src/paths.ts';

/** The URL from the address bar, which is untrusted. The first one counts if repeated. */
export function useReturnUrl(): string | undefined {
  const [query] = useSearchParams();
  return query.get(RETURN_URL) ?? undefined;
}

/** The return URL as query parameters of another login page. */
export const returnUrlQuery = (returnUrl: string | undefined): { readonly [RETURN_URL]?: string } =>
  returnUrl ? { [RETURN_URL]: returnUrl } : {};

/** This page's `returnUrl` as query parameters of another login page. */
export const useReturnUrlQuery = () => returnUrlQuery(useReturnUrl());

/** `address`: a path with query and hash, or an absolute address. */
export function withReturnUrl(address: string, returnUrl: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.set(RETURN_URL, returnUrl);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : url.href;
}
