/** Becoming somebody else and being oneself again. Apart from the rest of the noun, as every signed-in page needs the way back. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';

export const impersonationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A GET that begins impersonation, or ends it when the user name is the administrator's own. Makes nothing stale: whoever calls it
     * loads the page anew, and until then nothing is to be asked for in the other's name.
     */
    impersonateUser: build.mutation<Reply<'Users.Impersonate'>, ArgsOf<'Users.Impersonate'>>({
      query: request(usersCalls, 'Users.Impersonate'),
    }),
  }),
});
