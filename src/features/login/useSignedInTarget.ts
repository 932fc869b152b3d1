/**
 * Redirects a signed-in user: to the return URL if the server considers it safe (no open redirect), else to the application's
 * home.
 */
import { useEffect } from 'react';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFetchApplicationHomeQuery } from '@api/client/login.api.ts';
import { useIsNavigationPending } from '@src/navigation/navigationPending.ts';
import { isLeaving, useRedirect } from '@src/navigation/useRedirect.ts';

export function useSignedInTarget(page: ReplyOf<'Login.Page'> | undefined, application: string): void {
  const redirect = useRedirect();
  const isNavigationPending = useIsNavigationPending();
  const needsHome = page?.signedIn === true && page.returnUrl === null;
  const { data: home, isError } = useFetchApplicationHomeQuery({ applicationName: application }, { skip: !needsHome });

  useEffect(() => {
    // A login in this form is already redirecting there.
    if (!page?.signedIn || isNavigationPending() || isLeaving()) return;
    if (page.returnUrl !== null) void redirect(page.returnUrl);
    else if (home || isError) void redirect(home?.url);
  }, [page, home, isError, redirect, isNavigationPending]);
}
