/** Endpoints of multi-factor authentication. Codes and keys are passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { mfaCalls } from '../contract/mfa.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';
import { announceLogin } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed, sealed } from './secrets.ts';
import { invalidates, invalidatesAll } from './tags.ts';

/** The caller shows problems in place. The status 401 means that the pending login has expired: the form leads back to the login page. */
const pendingLoginOptions = { problemsShownBy: 'caller', accept: [401] } as const;

export const mfaApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write, writeForSecret } = endpointsOf(build, mfaCalls);
    return {
      fetchOwnMfaStatus: read('Mfa.OwnStatus', ['Mfa']),
      fetchMfaStatus: read('Mfa.Status', ['Account']),
      /**
       * A GET that may create a new key, and is therefore never cached. Like the other calls with `pendingLoginOptions` it returns null
       * when the pending login has expired.
       */
      beginEnableMfa: build.mutation<Sealed<Reply<'Mfa.BeginEnable'>> | null, ArgsOf<'Mfa.BeginEnable'>>({
        query: request(mfaCalls, 'Mfa.BeginEnable'),
        transformResponse: (reply: Reply<'Mfa.BeginEnable'> | null) => reply && seal(reply),
        extraOptions: pendingLoginOptions,
        invalidatesTags: invalidates(),
      }),
      /** Also completes the login of a pending session. */
      enableMfa: build.mutation<Sealed<Reply<'Mfa.Enable'>> | null, Sealed<ArgsOf<'Mfa.Enable'>>>({
        query: sealed(request(mfaCalls, 'Mfa.Enable')),
        transformResponse: (reply: Reply<'Mfa.Enable'> | null) => reply && seal(reply),
        extraOptions: pendingLoginOptions,
        invalidatesTags: invalidates('Mfa', 'Self', 'Account', 'Session'),
      }),
      requireMfa: write('Mfa.Require', ['Account', 'Mfa', 'Self']),
      disableMfa: write('Mfa.Disable', ['Mfa', 'Self', 'Account']),
      logInWithCode: build.mutation<Reply<'Mfa.Login'> | null, Sealed<ArgsOf<'Mfa.Login'>>>({
        query: sealed(request(mfaCalls, 'Mfa.Login')),
        extraOptions: pendingLoginOptions,
        invalidatesTags: invalidatesAll,
        onQueryStarted: announceLogin,
      }),
      logInWithRecoveryCode: build.mutation<Reply<'Mfa.RecoveryCode'> | null, Sealed<ArgsOf<'Mfa.RecoveryCode'>>>({
        query: sealed(request(mfaCalls, 'Mfa.RecoveryCode')),
        extraOptions: pendingLoginOptions,
        invalidatesTags: invalidatesAll,
        onQueryStarted: announceLogin,
      }),
      renewRecoveryCodes: writeForSecret('Mfa.Recovery', ['Mfa', 'Account']),
      /** One recovery code for an administrator to read to a user. */
      issueRecoveryCode: writeForSecret('Mfa.RecoveryFor', ['Account']),
      fetchMfaOverrides: read('Mfa.Overridden', ['Account', 'Organisation']),
      resetMfaToOrganisationDefault: write('Mfa.OrganizationDefaultReset', ['Account', 'Mfa', 'Self']),
      forgetBrowsers: write('Mfa.ForgetBrowsers', ['Mfa']),
    };
  },
});

export const {
  useFetchOwnMfaStatusQuery,
  useFetchMfaStatusQuery,
  useBeginEnableMfaMutation,
  useEnableMfaMutation,
  useRequireMfaMutation,
  useDisableMfaMutation,
  useLogInWithCodeMutation,
  useLogInWithRecoveryCodeMutation,
  useRenewRecoveryCodesMutation,
  useIssueRecoveryCodeMutation,
  useFetchMfaOverridesQuery,
  useForgetBrowsersMutation,
} = mfaApi;
