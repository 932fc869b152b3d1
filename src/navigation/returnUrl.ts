/** The way back through logging in. It is carried and handed to the server, which alone says whether it may be followed. */
import { useSearchParams } from 'react-router';
import { RETURN_URL } from '@src/paths.ts';

/** As the address bar has it: untrusted. The first one counts when it is repeated. */
export function useReturnUrl(): string | undefined {
  const [query] = useSearchParams();
  return query.get(RETURN_URL) ?? undefined;
}

/** As the query of another page on the way. */
export const carrying = (returnUrl: string | undefined): { readonly [RETURN_URL]?: string } =>
  returnUrl ? { [RETURN_URL]: returnUrl } : {};

/** Carries the way back of this page to another one on the way. */
export const useCarriedReturnUrl = () => carrying(useReturnUrl());

/** `address` may carry a query of its own. */
export function withReturn(address: string, returnUrl: string): string {
  const [path = '', query = ''] = address.split('?');
  const all = new URLSearchParams(query);
  all.set(RETURN_URL, returnUrl);
  return `${path}?${all.toString()}`;
}
