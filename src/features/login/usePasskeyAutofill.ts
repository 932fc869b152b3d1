/** Passkeys among the browser's suggestions for the name field (conditional mediation), for as long as the page is open. */
import { useCallback, useEffect, useRef } from 'react';
import type { PasskeyLogin } from '@src/session/usePasskeyLogin.ts';
import { loadPasskeys } from '@src/session/useAskForPasskey.ts';

/** A challenge is valid for 5 minutes. */
const RENEW_MS = 4 * 60_000;

/** @returns suggests them again, after a question in the browser's dialog took their place */
export function usePasskeyAutofill(logIn: PasskeyLogin['logIn'], isBusy: boolean): () => void {
  const state = useRef({ isBusy, isOver: false });
  useEffect(() => {
    state.current.isBusy = isBusy;
  }, [isBusy]);
  const suggest = useCallback(async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    if (state.current.isOver || state.current.isBusy) return;
    document.querySelector('input[name="userName"]')?.setAttribute('autocomplete', 'username webauthn');
    await logIn({ autofill: true });
  }, [logIn]);

  useEffect(() => {
    const current = state.current;
    current.isOver = false;
    void suggest();
    const renew = () => {
      if (document.hidden) addEventListener('visibilitychange', renew, { once: true });
      else void suggest();
    };
    const timer = setInterval(renew, RENEW_MS);
    return () => {
      current.isOver = true;
      clearInterval(timer);
      removeEventListener('visibilitychange', renew);
      void loadPasskeys().then(({ stopAsking }) => {
        stopAsking();
      });
    };
  }, [suggest]);
  return useCallback(() => void suggest(), [suggest]);
}
