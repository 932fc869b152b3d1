/** Between "Log out" and its answer: what is refused meanwhile is refused because of it. */
import { QueryStatus } from '@reduxjs/toolkit/query';
import type { baseApi } from '@api/client/baseApi.ts';

type Calls = Pick<ReturnType<typeof baseApi.reducer>, 'mutations'>;

export const selectIsLeaving = ({ api }: { readonly api: Calls }): boolean =>
  Object.values(api.mutations).some((call) => call?.endpointName === 'logOut' && call.status === QueryStatus.pending);
