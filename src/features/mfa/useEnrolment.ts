/** State of the enrolment. Secret and codes are kept here only; a page that a phone has discarded asks for its secret again. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { identityChanged } from '@api/client/sessionEvents.ts';
import { useBeginEnableMfaMutation } from '@api/client/mfa.api.ts';
import { reveal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { useQuerySignIn } from '@src/session/useSignInCheck.ts';

export type Enrolment =
  | { readonly kind: 'beginning' }
  /** `nobody`: there is no session, not even a pending login. `elsewhere`: the login continues on another page first. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'scanning'; readonly isSigningIn: boolean; readonly secret: ReplyOf<'Mfa.BeginEnable'> }
  | { readonly kind: 'enabled'; readonly isSigningIn: boolean; readonly reply: ReplyOf<'Mfa.Enable'> }
  | { readonly kind: 'already' }
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function failureOf(problem: ClientProblem): Enrolment {
  const code = problemCode(problem);
  if (code === 'MfaAlreadyOn') return { kind: 'already' };
  return code === 'ConfirmIdentity' ? { kind: 'unconfirmed' } : { kind: 'failed', problem };
}

export function useEnrolment() {
  const [enrolment, setEnrolment] = useState<Enrolment>({ kind: 'beginning' });
  const checkSignIn = useQuerySignIn();
  const [beginEnable] = useBeginEnableMfaMutation();
  const dispatch = useDispatch();

  const start = useCallback(async (): Promise<Enrolment> => {
    const { data: check, error: checkError } = await checkSignIn();
    if (!check) return { kind: 'failed', problem: problemOf(checkError) };
    if (check.kind === 'anonymous') return { kind: 'nobody' };
    const isSigningIn = check.kind === 'pending';
    if (check.kind === 'pending' && check.next?.startsWith('/LoginMfa')) return { kind: 'elsewhere' };
    const { data, error } = await beginEnable({ resume: true });
    if (data) return { kind: 'scanning', isSigningIn, secret: reveal(data) };
    return data === null ? { kind: 'nobody' } : failureOf(problemOf(error));
  }, [checkSignIn, beginEnable]);

  const hasStarted = useRef(false);
  useEffect(() => {
    if (enrolment.kind !== 'beginning' || hasStarted.current) return;
    hasStarted.current = true;
    void start().then(setEnrolment);
  }, [enrolment.kind, start]);

  const retry = useCallback(() => {
    hasStarted.current = false;
    setEnrolment({ kind: 'beginning' });
  }, []);

  const loggedIn = useCallback(() => {
    dispatch(identityChanged({ by: 'logIn' }));
  }, [dispatch]);

  const enabled = useCallback(
    (reply: ReplyOf<'Mfa.Enable'>, isSigningIn: boolean) => {
      setEnrolment({ kind: 'enabled', isSigningIn, reply });
      if (isSigningIn) loggedIn();
    },
    [loggedIn],
  );
  return { enrolment, retry, enabled, loggedIn };
}
