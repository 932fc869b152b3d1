/** What the client notices and tells the store, as events. It never acts on them itself: it neither toasts nor navigates. */
import { createAction } from '@reduxjs/toolkit';
import type { Self } from '../contract/users.shapes.ts';
import type { ClientProblem } from './clientProblem.ts';

/** A call met 401. It now waits for `session/resumed` or `session/givenUp`. */
export const sessionEnded = createAction<{ operation: string; path: string }>('session/ended');
/** The same person has logged in again: waiting calls go on. */
export const sessionResumed = createAction('session/resumed');
/** Nobody logs in again here: waiting calls fail. */
export const sessionGivenUp = createAction('session/givenUp');
/** One more call fails on the way out: news to nobody but that call. */
export const sessionStillOver = createAction('session/stillOver');

/** A call needs proof of identity. It now waits for one of the next two; any number of calls may wait on one such fact. */
export const confirmIdentityRequired = createAction<{ operation: string }>('session/confirmIdentityRequired');
export const identityConfirmed = createAction('session/identityConfirmed');
export const confirmIdentityCancelled = createAction('session/confirmIdentityCancelled');

/** From now on the server takes this browser for somebody else: logged in or out. Impersonation loads the page anew instead. */
export const identityChanged = createAction<{ by: 'logIn' | 'logOut' }>('session/identityChanged');

/** The own profile was read. `endsAt`: when the session ends, by this browser's clock, in milliseconds. */
export const selfRead = createAction<{ self: Self; endsAt: number }>('session/selfRead');

/** A call outside of RTK Query, a download, failed or went well. Times by this browser's clock, in milliseconds. */
export const callFailed = createAction<{ requestId: string; problem: ClientProblem; endedAt: number }>('calls/failed');
export const callSucceeded = createAction<{ requestId: string; startedAt: number }>('calls/succeeded');
