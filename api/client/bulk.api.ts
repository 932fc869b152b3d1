/** Endpoints of operations on many users. */
import type { ArgsOf } from '../contract/index.ts';
import { operationsCalls } from '../contract/bulk.calls.ts';
import { baseApi } from './baseApi.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const operationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchOperations: build.query<Reply<'Operations.List'>, ArgsOf<'Operations.List'>>({
      query: request(operationsCalls, 'Operations.List'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Operation'],
    }),
    fetchOperation: build.query<Reply<'Operations.Get'>, ArgsOf<'Operations.Get'>>({
      query: request(operationsCalls, 'Operations.Get'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Operation'],
    }),
    fetchOperationTargets: build.query<Reply<'Operations.Targets'>, ArgsOf<'Operations.Targets'>>({
      query: request(operationsCalls, 'Operations.Targets'),
      providesTags: ['Operation'],
    }),
    startOperation: build.mutation<Reply<'Operations.Start'>, Keyed<ArgsOf<'Operations.Start'>>>({
      query: keyed(request(operationsCalls, 'Operations.Start')),
      invalidatesTags: invalidates('Operation'),
    }),
    pauseOperation: build.mutation<Reply<'Operations.Pause'>, ArgsOf<'Operations.Pause'>>({
      query: request(operationsCalls, 'Operations.Pause'),
      invalidatesTags: invalidates('Operation'),
    }),
    resumeOperation: build.mutation<Reply<'Operations.Resume'>, ArgsOf<'Operations.Resume'>>({
      query: request(operationsCalls, 'Operations.Resume'),
      invalidatesTags: invalidates('Operation'),
    }),
    cancelOperation: build.mutation<Reply<'Operations.Cancel'>, ArgsOf<'Operations.Cancel'>>({
      query: request(operationsCalls, 'Operations.Cancel'),
      invalidatesTags: invalidates('Operation'),
    }),
    retryOperation: build.mutation<Reply<'Operations.Retry'>, ArgsOf<'Operations.Retry'>>({
      query: request(operationsCalls, 'Operations.Retry'),
      invalidatesTags: invalidates('Operation'),
    }),
    undoOperation: build.mutation<Reply<'Operations.Undo'>, Keyed<ArgsOf<'Operations.Undo'>>>({
      query: keyed(request(operationsCalls, 'Operations.Undo')),
      invalidatesTags: invalidates('Operation'),
    }),
  }),
});

export const { useFetchOperationsQuery, useFetchOperationTargetsQuery, useLazyFetchOperationTargetsQuery } = operationsApi;
