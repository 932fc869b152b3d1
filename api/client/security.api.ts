/** Endpoints of the user's own password, sessions and API keys. Passwords and new keys are passed by tickets that keep them out of the store (`secrets.ts`). */
import { securityCalls } from '../contract/security.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const securityApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write, writeSealed, writeForSecret } = endpointsOf(build, securityCalls);
    return {
      changePassword: writeSealed('ChangeDetails.ChangePassword', ['Self', 'Session', 'Mfa', 'Account'], shownByCaller),
      fetchApiKeyAccess: read('ApiKey.OpenAccess', ['ApiKey', 'Self']),
      fetchApiKeys: read('ApiKey.GetExisting', ['ApiKey']),
      createApiKey: writeForSecret('ApiKey.Create', ['ApiKey'], shownByCaller),
      deleteApiKey: write('ApiKey.Delete', ['ApiKey']),
      setApiKeyClaims: write('ApiKey.CreateClaims', ['ApiKey'], shownByCaller),
      fetchSessions: read('Users.Sessions', ['Session']),
      endSession: write('Users.EndSession', ['Session', 'Account']),
      endOtherSessions: write('Users.EndOtherSessions', ['Session', 'Account']),
    };
  },
});

export const {
  useChangePasswordMutation,
  useFetchApiKeyAccessQuery,
  useFetchApiKeysQuery,
  useCreateApiKeyMutation,
  useDeleteApiKeyMutation,
  useSetApiKeyClaimsMutation,
  useFetchSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = securityApi;
