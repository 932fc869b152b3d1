/** Endpoints of the user's own preferences: email and font size. A separate file, as every signed-in page loads the font size. */
import type { ArgsOf } from '../contract/index.ts';
import { securityCalls } from '../contract/security.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchEmailPreferences: build.query<Reply<'Users.EmailPreferences'>, ArgsOf<'Users.EmailPreferences'>>({
      query: request(securityCalls, 'Users.EmailPreferences'),
      providesTags: ['EmailPreferences'],
    }),
    setEmailPreferences: build.mutation<Reply<'Users.SetEmailPreferences'>, ArgsOf<'Users.SetEmailPreferences'>>({
      query: request(securityCalls, 'Users.SetEmailPreferences'),
      invalidatesTags: invalidates('EmailPreferences', 'Account'),
    }),
    fetchFontSize: build.query<Reply<'Users.FontSize'>, ArgsOf<'Users.FontSize'>>({
      query: request(securityCalls, 'Users.FontSize'),
      providesTags: ['FontSize'],
    }),
    setFontSize: build.mutation<Reply<'Users.SetFontSize'>, ArgsOf<'Users.SetFontSize'>>({
      query: request(securityCalls, 'Users.SetFontSize'),
      invalidatesTags: invalidates('FontSize', 'Self', 'Account'),
    }),
  }),
});

export const { useFetchEmailPreferencesQuery, useSetEmailPreferencesMutation, useFetchFontSizeQuery, useSetFontSizeMutation } =
  preferencesApi;
