/** Sends who is signed in already to the target: the way back if the server calls it safe, else the application's home. */
import { useEffect } from 'react';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFetchApplicationHomeQuery } from '@api/client/login.api.ts';
import { useIsNavigationPending } from '@src/navigation/navigationPending.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';

export function useSignedInTarget(page: ReplyOf<'Login.Page'> | undefined, application: string): void {
  const follow = useRedirect();
  const isNavigationPending = useIsNavigationPending();
  const asksHome = page?.signedIn === true && page.returnUrl === null;
  const { data: home, isError } = useFetchApplicationHomeQuery({ applicationName: application }, { skip: !asksHome });

  useEffect(() => {
    // A log-in in this form is on the way to the same target already.
    if (!page?.signedIn || isNavigationPending()) return;
    if (page.returnUrl !== null) void follow(page.returnUrl);
    else if (home || isError) void follow(home?.url);
  }, [page, home, isError, follow, isNavigationPending]);
}
