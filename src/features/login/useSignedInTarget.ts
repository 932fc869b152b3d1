/** Sends who is signed in already to the target: the way back if the server calls it safe, else the application's home. */
import { useEffect } from 'react';
import { useFetchApplicationHomeQuery, useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { useFollow } from '@src/app/useFollow.ts';

type LoginPage = ReturnType<typeof useFetchLoginPageQuery>['data'];

export function useSignedInTarget(page: LoginPage, application: string): void {
  const follow = useFollow();
  const asksHome = page?.signedIn === true && page.returnUrl === null;
  const { data: home, isError } = useFetchApplicationHomeQuery({ applicationName: application }, { skip: !asksHome });

  useEffect(() => {
    if (!page?.signedIn) return;
    if (page.returnUrl !== null) follow(page.returnUrl);
    else if (home || isError) follow(home?.url);
  }, [page, home, isError, follow]);
}
