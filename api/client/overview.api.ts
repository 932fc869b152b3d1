/** Endpoints of the overview. */
import { overviewCalls } from '../contract/overview.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const overviewApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, overviewCalls);
    return {
      /** Every change is audited, so that the audit's tag makes this query read again. */
      fetchOverview: read('Overview.Read', ['Account', 'Audit'], shownByCaller),
      setHome: write('Overview.SetHome', ['Account']),
    };
  },
});

export const { useFetchOverviewQuery, useSetHomeMutation } = overviewApi;
