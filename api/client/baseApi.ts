/** The empty RTK Query api; each `*.api.ts` injects its endpoints. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { tagTypes } from './tags.ts';

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  // Refetch only once no request is pending: a refetch sent before the last mutation landed would return old data.
  invalidationBehavior: 'delayed',
  // Refetches what failed or went stale while the browser was offline.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
