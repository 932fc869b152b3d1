/** Endpoints of multi-factor authentication. Codes and keys are passed sealed. */
import type { ArgsOf } from '../contract/index.ts';
import { mfaCalls } from '../contract/mfa.calls.ts';
import { baseApi } from './baseApi.ts';
import { announceLogin } from './sessionEvents.ts';
import { type Reply, request } from './request.ts';
import { seal, type Sealed, sealed } from './secrets.ts';
import { invalidates, invalidatesAll } from './tags.ts';

/** The caller shows problems in place. 401 (the pending login has expired) is a result: the form leads back to the login page. */
const pendingLoginOptions = { problemsShownBy: 'caller', accept: [401] } as const;

export const mfaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchOwnMfaStatus: build.query<Reply<'Mfa.OwnStatus'>, ArgsOf<'Mfa.OwnStatus'>>({
      query: request(mfaCalls, 'Mfa.OwnStatus'),
      providesTags: ['Mfa'],
    }),
    fetchMfaStatus: build.query<Reply<'Mfa.Status'>, ArgsOf<'Mfa.Status'>>({
      query: request(mfaCalls, 'Mfa.Status'),
      providesTags: ['Account'],
    }),
    /**
     * A GET that may create a new key, so never cached. It returns null, as do the next three, when the pending login has expired.
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
    requireMfa: build.mutation<Reply<'Mfa.Require'>, ArgsOf<'Mfa.Require'>>({
      query: request(mfaCalls, 'Mfa.Require'),
      invalidatesTags: invalidates('Account', 'Mfa', 'Self'),
    }),
    remindOfMfa: build.mutation<Reply<'Mfa.Remind'>, ArgsOf<'Mfa.Remind'>>({
      query: request(mfaCalls, 'Mfa.Remind'),
      invalidatesTags: invalidates(),
    }),
    disableMfa: build.mutation<Reply<'Mfa.Disable'>, ArgsOf<'Mfa.Disable'>>({
      query: request(mfaCalls, 'Mfa.Disable'),
      invalidatesTags: invalidates('Mfa', 'Self', 'Account'),
    }),
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
    renewRecoveryCodes: build.mutation<Sealed<Reply<'Mfa.Recovery'>>, ArgsOf<'Mfa.Recovery'>>({
      query: request(mfaCalls, 'Mfa.Recovery'),
      transformResponse: (reply: Reply<'Mfa.Recovery'>) => seal(reply),
      invalidatesTags: invalidates('Mfa', 'Account'),
    }),
    /** One recovery code for an administrator to read to a user. */
    issueRecoveryCode: build.mutation<Sealed<Reply<'Mfa.RecoveryFor'>>, ArgsOf<'Mfa.RecoveryFor'>>({
      query: request(mfaCalls, 'Mfa.RecoveryFor'),
      transformResponse: (reply: Reply<'Mfa.RecoveryFor'>) => seal(reply),
      invalidatesTags: invalidates('Account'),
    }),
    fetchMfaOverrides: build.query<Reply<'Mfa.Overridden'>, ArgsOf<'Mfa.Overridden'>>({
      query: request(mfaCalls, 'Mfa.Overridden'),
      providesTags: ['Account', 'Organisation'],
    }),
    resetMfaToOrganisationDefault: build.mutation<Reply<'Mfa.OrganizationDefaultReset'>, ArgsOf<'Mfa.OrganizationDefaultReset'>>({
      query: request(mfaCalls, 'Mfa.OrganizationDefaultReset'),
      invalidatesTags: invalidates('Account', 'Mfa', 'Self'),
    }),
    forgetBrowsers: build.mutation<Reply<'Mfa.ForgetBrowsers'>, ArgsOf<'Mfa.ForgetBrowsers'>>({
      query: request(mfaCalls, 'Mfa.ForgetBrowsers'),
      invalidatesTags: invalidates('Mfa'),
    }),
  }),
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
