/** The one empty api; every noun's file injects its endpoints into it. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';
import { tagTypes } from './tags.ts';

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  // Views are made fresh once no call is under way: a refetch that began before the last change landed would show the past.
  invalidationBehavior: 'delayed',
  endpoints: () => ({}),
});
