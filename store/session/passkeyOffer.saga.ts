/** After a login with a password, offers a passkey: once in a browser, to users who have none. */
import type { Action } from '@reduxjs/toolkit';
import type { Outcome } from '@api/contract/login.ts';
import { baseApi } from '@api/client/baseApi.ts';
import { loginApi } from '@api/client/login.api.ts';
import { passkeysApi } from '@api/client/passkeys.api.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { ports, put, take, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';

const OFFER_MS = 20_000;

/** Endpoints by name, as those of MFA are not loaded with the login page. */
const passwordLogins = new Set(['logIn', 'logInWithCode']);

interface LoggedIn extends Action {
  readonly payload: Pick<Outcome, 'outcome'>;
}

function isLoginWithPassword(action: Action): action is LoggedIn {
  const { type, meta, payload } = action as Partial<LoggedIn> & {
    readonly meta?: { readonly arg?: { readonly endpointName?: string } };
  };
  return (
    type === `${baseApi.reducerPath}/executeMutation/fulfilled` &&
    passwordLogins.has(meta?.arg?.endpointName ?? '') &&
    payload?.outcome === 'SignedIn'
  );
}

/** Whether the session is new: the change of user has cleared the cache before. */
const isNewSession = (action: Action): action is Action =>
  loginApi.endpoints.checkLogin.matchFulfilled(action) && action.payload.kind === 'signedIn';

export function* passkeyOfferSaga(): Saga {
  const { passkeyOffer } = yield* ports();
  for (;;) {
    yield* take(isLoginWithPassword);
    if (passkeyOffer.wasMade()) return;
    yield* take(isNewSession);
    const passkeys = yield* request(passkeysApi.endpoints.fetchPasskeys.initiate(undefined, { forceRefetch: true }), {
      problemsShownBy: 'caller',
    });
    if (!passkeys.ok || passkeys.value.length > 0) continue;
    if (!passkeyOffer.setMade()) return;
    yield* put(noticeRaised({ message: { phrase: 'passkeys:offer' }, html: true, timeout: OFFER_MS }));
  }
}
