import { viewsCalls } from '../contract/views.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const viewsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, viewsCalls);
    return {
      fetchViews: read('Views.List', ['View', 'Self'], shownByCaller),
      createView: write('Views.Create', ['View'], shownByCaller),
      renameView: write('Views.Rename', ['View'], shownByCaller),
      replaceView: write('Views.Replace', ['View']),
      shareView: write('Views.Share', ['View']),
      setDefaultView: write('Views.SetDefault', ['View']),
      deleteView: write('Views.Delete', ['View']),
    };
  },
});

export const {
  useFetchViewsQuery,
  useCreateViewMutation,
  useRenameViewMutation,
  useReplaceViewMutation,
  useShareViewMutation,
  useSetDefaultViewMutation,
} = viewsApi;
