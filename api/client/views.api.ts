import type { ArgsOf } from '../contract/index.ts';
import { viewsCalls } from '../contract/views.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const viewsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchViews: build.query<Reply<'Views.List'>, ArgsOf<'Views.List'>>({
      query: request(viewsCalls, 'Views.List'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['View', 'Self'],
    }),
    createView: build.mutation<Reply<'Views.Create'>, ArgsOf<'Views.Create'>>({
      query: request(viewsCalls, 'Views.Create'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('View'),
    }),
    renameView: build.mutation<Reply<'Views.Rename'>, ArgsOf<'Views.Rename'>>({
      query: request(viewsCalls, 'Views.Rename'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('View'),
    }),
    replaceView: build.mutation<Reply<'Views.Replace'>, ArgsOf<'Views.Replace'>>({
      query: request(viewsCalls, 'Views.Replace'),
      invalidatesTags: invalidates('View'),
    }),
    shareView: build.mutation<Reply<'Views.Share'>, ArgsOf<'Views.Share'>>({
      query: request(viewsCalls, 'Views.Share'),
      invalidatesTags: invalidates('View'),
    }),
    setDefaultView: build.mutation<Reply<'Views.SetDefault'>, ArgsOf<'Views.SetDefault'>>({
      query: request(viewsCalls, 'Views.SetDefault'),
      invalidatesTags: invalidates('View'),
    }),
    deleteView: build.mutation<Reply<'Views.Delete'>, ArgsOf<'Views.Delete'>>({
      query: request(viewsCalls, 'Views.Delete'),
      invalidatesTags: invalidates('View'),
    }),
  }),
});

export const {
  useFetchViewsQuery,
  useCreateViewMutation,
  useRenameViewMutation,
  useReplaceViewMutation,
  useShareViewMutation,
  useSetDefaultViewMutation,
} = viewsApi;
