/** Asks the server once for the login's progress, for the screens of a pending login (MFA code, enrolment). */
import { useCallback, useEffect, useState } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { loginApi, type LoginCheck } from '@api/client/login.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { problemOf } from '@src/forms/refusal.ts';

type SignInCheck =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly check: LoginCheck }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

/** Resolves to the current state of the login; without data if the request failed. */
export function useQuerySignIn(): () => Promise<{ readonly data?: LoginCheck | undefined; readonly error?: unknown }> {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useCallback(
    () => dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { subscribe: false, forceRefetch: true })),
    [dispatch],
  );
}

/** This is no query hook: completing the login resets the cache, and the answer on arrival must be kept. */
export function useSignInCheck(): readonly [SignInCheck, again: () => void] {
  const querySignIn = useQuerySignIn();
  const [check, setCheck] = useState<SignInCheck>({ kind: 'loading' });
  useEffect(() => {
    if (check.kind !== 'loading') return undefined;
    let isMounted = true;
    void querySignIn().then(({ data, error }) => {
      if (isMounted) setCheck(data ? { kind: 'loaded', check: data } : { kind: 'failed', problem: problemOf(error) });
    });
    return () => {
      isMounted = false;
    };
  }, [querySignIn, check.kind]);
  const again = useCallback(() => {
    setCheck({ kind: 'loading' });
  }, []);
  return [check, again];
}
