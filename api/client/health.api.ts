/** Endpoints by which a page learns whether the server is back. */
import type { ArgsOf } from '../contract/index.ts';
import { healthCalls } from '../contract/health.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';

export const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    checkLive: build.query<Reply<'Health.Live'>, ArgsOf<'Health.Live'>>({
      query: request(healthCalls, 'Health.Live'),
      extraOptions: { problemsShownBy: 'caller' },
      keepUnusedDataFor: 0,
    }),
    checkReady: build.query<Reply<'Health.Ready'>, ArgsOf<'Health.Ready'>>({
      query: request(healthCalls, 'Health.Ready'),
      extraOptions: { problemsShownBy: 'caller' },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCheckLiveQuery, useCheckReadyQuery } = healthApi;
