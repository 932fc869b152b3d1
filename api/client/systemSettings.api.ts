/** Endpoints of the settings of the installation. */
import { systemSettingsCalls } from '../contract/systemSettings.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const systemSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, systemSettingsCalls);
    return {
      /** Every change of a setting is audited, also one by an approval, so that the audit's tag makes this query read again. */
      fetchSettings: read('Settings.List', ['Audit']),
      /** A POST that only reads. */
      previewSetting: read('Settings.Preview', ['Audit'], shownByCaller),
      updateSetting: write('Settings.Update', ['Self', 'Session', 'Account'], shownByCaller),
    };
  },
});

export const { useFetchSettingsQuery, usePreviewSettingQuery, useUpdateSettingMutation } = systemSettingsApi;
