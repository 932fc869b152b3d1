/** Endpoints of login and logout, and the check whether the browser has a session. */
import type { ArgsOf } from '../contract/index.ts';
import { displayName } from '../contract/displayName.ts';
import { loginCalls } from '../contract/login.ts';
import { usersCalls } from '../contract/users.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { announceLogin, identityChanged } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidatesAll } from './tags.ts';

/** Result of the session check. `next`: where to log in, a path on this origin or an address on another one; null for the login page. */
export type LoginCheck =
  | ({ readonly kind: 'signedIn' } & Reply<'Login.Check'>)
  | { readonly kind: 'pending' | 'anonymous'; readonly next: string | null };

/** A `Location` on our own origin as path, query and hash. */
function readLocation(value: string | undefined): string | null {
  const target = URL.parse(value ?? '', location.origin);
  if (!value || !target) return null;
  return target.origin === location.origin ? target.pathname + target.search + target.hash : target.href;
}

/** For a session with pending MFA the server redirects to the code or to enrolment, otherwise to the login page. */
const isPending = (path: string | null): boolean => /^\/(LoginMfa|EnrolMfa)\b/.test(path ?? '');

/** Path of the page where a user has to change a password that an administrator has chosen. */
const PASSWORD_CHANGE = '/SecurityDetails';

/** The check of this product's own pages takes no argument; its `application` is for others. */
type NoArguments = ArgsOf<'Users.Self'>;

export const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read } = endpointsOf(build, loginCalls);
    return {
      // A failed read is not shown: the form is, and shows what fails when the user sends it.
      fetchLoginPage: read('Login.Page', ['Self'], shownByCaller),
      logIn: build.mutation<Reply<'Login.Login'>, Sealed<ArgsOf<'Login.Login'>>>({
        query: sealed(request(loginCalls, 'Login.Login')),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidatesAll,
        onQueryStarted: announceLogin,
      }),
      /** The statuses 401 and 403 are results of the check, not problems. */
      checkLogin: build.query<LoginCheck, NoArguments>({
        async queryFn(_nothing, _api, _options, send) {
          let result = await send(request(loginCalls, 'Login.Check')({}));
          let next = readLocation(result.meta?.location);
          // Guarded applications, for which the check is made, refuse a user who has to change the password; our page for that lets the user in.
          if (next === PASSWORD_CHANGE) {
            result = await send(request(usersCalls, 'Users.Self')(undefined));
            next = null;
            const self = result.data as Reply<'Users.Self'> | null | undefined;
            if (self) result.data = { ...self, displayName: displayName(self) };
          }
          if (result.error) return result;
          const user = result.data as Reply<'Login.Check'> | null;
          const data: LoginCheck = user
            ? { kind: 'signedIn', ...user }
            : { kind: isPending(next) ? 'pending' : 'anonymous', next };
          return { ...result, data };
        },
        extraOptions: { accept: [401, 403] },
        providesTags: ['Self'],
      }),
      // After a failed read, pages continue as for the default application.
      fetchApplicationHome: read('Login.ApplicationHome', ['Self'], shownByCaller),
      /** 401: there is no session to end, so logout has succeeded. */
      logOut: build.mutation<null, ArgsOf<'Login.Logout'>>({
        query: request(loginCalls, 'Login.Logout'),
        extraOptions: { accept: [401] },
        invalidatesTags: invalidatesAll,
        async onQueryStarted(_nothing, { dispatch, queryFulfilled }) {
          const settled = await queryFulfilled.catch(() => undefined);
          if (settled) dispatch(identityChanged({ by: 'logOut' }));
        },
      }),
    };
  },
});

export const { useFetchLoginPageQuery, useLogInMutation, useCheckLoginQuery, useFetchApplicationHomeQuery, useLogOutMutation } =
  loginApi;
