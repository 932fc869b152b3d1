/** Endpoints of passkeys. What an authenticator signed is passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { passkeysCalls } from '../contract/passkeys.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { announceLogin } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidatesAll } from './tags.ts';

export const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, passkeysCalls);
    return {
      fetchPasskeys: read('Passkeys.List', ['Passkey']),
      /** Both options calls return a new challenge each time, so they are never cached. */
      beginPasskey: write('Passkeys.RegistrationOptions', [], shownByCaller),
      beginPasskeyLogin: write('Passkeys.LoginOptions', [], shownByCaller),
      createPasskey: write('Passkeys.Create', ['Passkey', 'Account'], shownByCaller),
      renamePasskey: write('Passkeys.Rename', ['Passkey'], shownByCaller),
      deletePasskey: write('Passkeys.Delete', ['Passkey', 'Session', 'Account']),
      logInWithPasskey: build.mutation<Reply<'Passkeys.Login'>, Sealed<ArgsOf<'Passkeys.Login'>>>({
        query: sealed(request(passkeysCalls, 'Passkeys.Login')),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidatesAll,
        onQueryStarted: announceLogin,
      }),
    };
  },
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
