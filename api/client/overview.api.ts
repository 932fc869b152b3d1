/** Endpoints of the overview. */
import type { ArgsOf } from '../contract/index.ts';
import { overviewCalls } from '../contract/overview.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const overviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Every change of the product reaches it by the audit's tag. */
    fetchOverview: build.query<Reply<'Overview.Read'>, ArgsOf<'Overview.Read'>>({
      query: request(overviewCalls, 'Overview.Read'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Account', 'Audit'],
    }),
    setHome: build.mutation<Reply<'Overview.SetHome'>, ArgsOf<'Overview.SetHome'>>({
      query: request(overviewCalls, 'Overview.SetHome'),
      invalidatesTags: invalidates('Account'),
    }),
  }),
});

export const { useFetchOverviewQuery, useSetHomeMutation } = overviewApi;
