/** Between "Log out" and its answer: whether a call is refused because of it is known once that is there. */
import { isAnyOf } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import type { baseApi } from '@api/client/baseApi.ts';
import { identityChanged } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { type Saga, select, take } from '../saga/effects.ts';

type Calls = Pick<ReturnType<typeof baseApi.reducer>, 'mutations'>;

const isLeaving = ({ api }: { readonly api: Calls }): boolean =>
  Object.values(api.mutations).some((call) => call?.endpointName === 'logOut' && call.status === QueryStatus.pending);

/** Waits for a log-out that is under way; true where it went through. */
export function* isLoggingOut(): Saga<boolean> {
  if (!(yield* select(isLeaving))) return false;
  return identityChanged.match(yield* take(isAnyOf(identityChanged, loginApi.endpoints.logOut.matchRejected)));
}
