/** Start and end of an impersonation; a separate file, as every signed-in page needs the end. */
import type { ArgsOf } from '../contract/index.ts';
import { usersCalls } from '../contract/users.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';

export const impersonationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A GET that starts an impersonation, or ends it when the user name is the administrator's own. Invalidates nothing: the
     * caller reloads the page, and no request may be sent as the other user before that.
     */
    impersonateUser: build.mutation<Reply<'Users.Impersonate'>, ArgsOf<'Users.Impersonate'>>({
      query: request(usersCalls, 'Users.Impersonate'),
    }),
  }),
});
