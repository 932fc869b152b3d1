import type { ArgsOf } from '../contract/index.ts';
import { systemSettingsCalls } from '../contract/systemSettings.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const systemSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Every change of one is audited, also one that is approved: the audit's tag brings it. */
    fetchSettings: build.query<Reply<'Settings.List'>, ArgsOf<'Settings.List'>>({
      query: request(systemSettingsCalls, 'Settings.List'),
      providesTags: ['Audit'],
    }),
    /** A POST that only reads. */
    previewSetting: build.query<Reply<'Settings.Preview'>, ArgsOf<'Settings.Preview'>>({
      query: request(systemSettingsCalls, 'Settings.Preview'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Audit'],
    }),
    updateSetting: build.mutation<Reply<'Settings.Update'>, ArgsOf<'Settings.Update'>>({
      query: request(systemSettingsCalls, 'Settings.Update'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Self', 'Session', 'Account'),
    }),
  }),
});

export const { useFetchSettingsQuery, usePreviewSettingQuery, useUpdateSettingMutation } = systemSettingsApi;
