/** Asks the server, once, how far signing in has got, for the screens that a half-done sign-in leads to. */
import { useCallback, useEffect, useState } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { loginApi, type LoginCheck } from '@api/client/login.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { problemOf } from '@src/forms/refusal.ts';

export type SignInCheck =
  | { readonly kind: 'asking' }
  | { readonly kind: 'told'; readonly check: LoginCheck }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

/** Resolves to how it stands now; null where nobody can say. */
export function useAskSignIn(): () => Promise<{ readonly data?: LoginCheck | undefined; readonly error?: unknown }> {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useCallback(
    () => dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { subscribe: false, forceRefetch: true })),
    [dispatch],
  );
}

/** Not a query hook: finishing the sign-in empties the cache, and the answer at arrival is the one that counts here. */
export function useSignInCheck(): readonly [SignInCheck, again: () => void] {
  const ask = useAskSignIn();
  const [check, setCheck] = useState<SignInCheck>({ kind: 'asking' });
  useEffect(() => {
    if (check.kind !== 'asking') return undefined;
    let isHere = true;
    void ask().then(({ data, error }) => {
      if (isHere) setCheck(data ? { kind: 'told', check: data } : { kind: 'failed', problem: problemOf(error) });
    });
    return () => {
      isHere = false;
    };
  }, [ask, check.kind]);
  const again = useCallback(() => {
    setCheck({ kind: 'asking' });
  }, []);
  return [check, again];
}
