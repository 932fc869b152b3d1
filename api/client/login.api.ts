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

/** Path of the page where a password chosen by an administrator is changed. */
const PASSWORD_CHANGE = '/SecurityDetails';

/** The page names no application: it is this product. */
type NoArguments = ArgsOf<'Users.Self'>;

export const loginApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read } = endpointsOf(build, loginCalls);
    return {
      // If it fails, the form is shown, and says what fails when it is sent.
      fetchLoginPage: read('Login.Page', ['Self'], shownByCaller),
      logIn: build.mutation<Reply<'Login.Login'>, Sealed<ArgsOf<'Login.Login'>>>({
        query: sealed(request(loginCalls, 'Login.Login')),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidatesAll,
        onQueryStarted: announceLogin,
      }),
      /** 401 and 403 are regular results here. */
      checkLogin: build.query<LoginCheck, NoArguments>({
        async queryFn(_nothing, _api, _options, send) {
          let result = await send(request(loginCalls, 'Login.Check')({}));
          let next = readLocation(result.meta?.location);
          // For guarded applications that user is not logged in; here the user changes the password.
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
      // If it fails, pages go on as for the default application.
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
