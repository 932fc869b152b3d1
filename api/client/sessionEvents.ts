/** Events that the client dispatches. It never acts on them itself: no notices, no navigation. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Self } from '../contract/users.shapes.ts';
import type { ClientProblem } from './clientProblem.ts';

/** A request met 401 and waits for `session/resumed` or `session/givenUp`. */
export const sessionEnded = createAction<{ operation: string; path: string }>('session/ended');
/** The same user has logged in again: waiting requests continue. */
export const sessionResumed = createAction('session/resumed');
/** No login will follow: waiting requests fail. */
export const sessionAbandoned = createAction('session/givenUp');
/** A request failed after the session was given up: only that request fails. */
export const sessionStillOver = createAction('session/stillOver');

/** A request needs proof of identity and waits for one of the next two. Dispatched once for all waiting requests. */
export const confirmIdentityRequired = createAction<{ operation: string }>('session/confirmIdentityRequired');
export const identityConfirmed = createAction('session/identityConfirmed');
export const confirmIdentityCancelled = createAction('session/confirmIdentityCancelled');

/** A request needs a reason, for another administrator has to approve it, and waits for the answer with its `id`. */
export const reasonRequired = createAction<{ id: string; message: string }>('session/reasonRequired');
/** Without a reason, the request fails; also dispatched for a request that was aborted meanwhile. */
export const reasonAnswered = createAction<{ id: string; reason?: string | undefined }>('session/reasonAnswered');
/** A request was not carried out: another administrator has been asked to approve it. */
export const approvalAsked = createAction<{ message: string }>('session/approvalAsked');

/** The browser's user changed by login or logout. Impersonation reloads the page instead. */
export const identityChanged = createAction<{ by: 'logIn' | 'logOut' }>('session/identityChanged');

interface StartedLogin {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: { readonly outcome: string } | null }>;
}

/** `onQueryStarted` of a request that may complete a login. */
export async function announceLogin(_ticket: unknown, { dispatch, queryFulfilled }: StartedLogin): Promise<void> {
  const settled = await queryFulfilled.catch(() => undefined);
  if (settled?.data?.outcome === 'SignedIn') dispatch(identityChanged({ by: 'logIn' }));
}

/** The user's own profile was read. `endsAt`: end of the session by this browser's clock, in milliseconds. */
export const selfRead = createAction<{ self: Self; endsAt: number }>('session/selfRead');

/** A request failed whose problem no screen shows, such as a download; or one outside RTK Query succeeded. Times by this browser's clock, in milliseconds. */
export const callFailed = createAction<{ requestId: string; problem: ClientProblem; endedAt: number }>('calls/failed');
export const callSucceeded = createAction<{ requestId: string; startedAt: number }>('calls/succeeded');
