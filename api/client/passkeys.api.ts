/** Endpoints of passkeys. What an authenticator signed is passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { passkeysCalls } from '../contract/passkeys.calls.ts';
import { baseApi } from './baseApi.ts';
import { announceLogin } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates, invalidatesAll } from './tags.ts';

export const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchPasskeys: build.query<Reply<'Passkeys.List'>, ArgsOf<'Passkeys.List'>>({
      query: request(passkeysCalls, 'Passkeys.List'),
      providesTags: ['Passkey'],
    }),
    /** Both options calls return a new challenge each time, so they are never cached. */
    beginPasskey: build.mutation<Reply<'Passkeys.RegistrationOptions'>, ArgsOf<'Passkeys.RegistrationOptions'>>({
      query: request(passkeysCalls, 'Passkeys.RegistrationOptions'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates(),
    }),
    beginPasskeyLogin: build.mutation<Reply<'Passkeys.LoginOptions'>, ArgsOf<'Passkeys.LoginOptions'>>({
      query: request(passkeysCalls, 'Passkeys.LoginOptions'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates(),
    }),
    createPasskey: build.mutation<Reply<'Passkeys.Create'>, ArgsOf<'Passkeys.Create'>>({
      query: request(passkeysCalls, 'Passkeys.Create'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Passkey', 'Account'),
    }),
    renamePasskey: build.mutation<Reply<'Passkeys.Rename'>, ArgsOf<'Passkeys.Rename'>>({
      query: request(passkeysCalls, 'Passkeys.Rename'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Passkey'),
    }),
    deletePasskey: build.mutation<null, ArgsOf<'Passkeys.Delete'>>({
      query: request(passkeysCalls, 'Passkeys.Delete'),
      invalidatesTags: invalidates('Passkey', 'Session', 'Account'),
    }),
    logInWithPasskey: build.mutation<Reply<'Passkeys.Login'>, Sealed<ArgsOf<'Passkeys.Login'>>>({
      query: sealed(request(passkeysCalls, 'Passkeys.Login')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidatesAll,
      onQueryStarted: announceLogin,
    }),
  }),
});

export const {
  useFetchPasskeysQuery,
  useBeginPasskeyMutation,
  useBeginPasskeyLoginMutation,
  useCreatePasskeyMutation,
  useRenamePasskeyMutation,
  useDeletePasskeyMutation,
  useLogInWithPasskeyMutation,
} = passkeysApi;
