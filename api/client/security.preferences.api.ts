/** Endpoints of the user's own preferences: email and font size. A separate file, as every signed-in page loads the font size. */
import { securityCalls } from '../contract/security.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';

export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, securityCalls);
    return {
      fetchEmailPreferences: read('Users.EmailPreferences', ['EmailPreferences']),
      setEmailPreferences: write('Users.SetEmailPreferences', ['EmailPreferences', 'Account']),
      fetchFontSize: read('Users.FontSize', ['FontSize']),
      setFontSize: write('Users.SetFontSize', ['FontSize', 'Self', 'Account']),
    };
  },
});

export const { useFetchEmailPreferencesQuery, useSetEmailPreferencesMutation, useFetchFontSizeQuery, useSetFontSizeMutation } =
  preferencesApi;
