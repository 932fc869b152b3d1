/**
 * Redirects a signed-in user: to the return URL if the server considers it safe (no open redirect), else to the application's
 * home. Throws where it has just led there and the page's requests were refused as not logged in.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFetchApplicationHomeQuery } from '@api/client/login.api.ts';
import { noteRedirect } from '@src/navigation/loginCircle.ts';
import { useIsNavigationPending } from '@src/navigation/navigationPending.ts';
import { isLeaving } from '@src/navigation/leavePage.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';

export function useSignedInTarget(page: ReplyOf<'Login.Page'> | undefined, application: string): void {
  const redirect = useRedirect();
  const isNavigationPending = useIsNavigationPending();
  const needsHome = page?.signedIn === true && page.returnUrl === null;
  const { data: home, isError } = useFetchApplicationHomeQuery({ applicationName: application }, { skip: !needsHome });

  const [contradiction, setContradiction] = useState<Error>();
  if (contradiction) throw contradiction;

  useEffect(() => {
    const lead = (address: string | undefined) => {
      const found = noteRedirect();
      if (found) setContradiction(found);
      else void redirect(address);
    };
    // A login in this form is already redirecting there.
    if (!page?.signedIn || isNavigationPending() || isLeaving()) return;
    if (page.returnUrl !== null) lead(page.returnUrl);
    else if (home || isError) lead(home?.url);
  }, [page, home, isError, redirect, isNavigationPending]);
}
