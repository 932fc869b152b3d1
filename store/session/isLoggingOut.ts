/** While logout is pending, a 401 cannot yet be attributed to it; wait for the response. */
import { isAnyOf } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import type { baseApi } from '@api/client/baseApi.ts';
import { identityChanged } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { type Saga, select, take } from '../saga/effects.ts';

type ApiState = Pick<ReturnType<typeof baseApi.reducer>, 'mutations'>;

const isLogOutPending = ({ api }: { readonly api: ApiState }): boolean =>
  Object.values(api.mutations).some((call) => call?.endpointName === 'logOut' && call.status === QueryStatus.pending);

/** Waits for a pending logout; true if it succeeded. */
export function* isLoggingOut(): Saga<boolean> {
  if (!(yield* select(isLogOutPending))) return false;
  return identityChanged.match(yield* take(isAnyOf(identityChanged, loginApi.endpoints.logOut.matchRejected)));
}
