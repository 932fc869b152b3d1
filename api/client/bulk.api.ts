/** Endpoints of operations on many users. */
import { operationsCalls } from '../contract/bulk.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const operationsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, operationsCalls);
    return {
      fetchOperations: read('Operations.List', ['Operation'], shownByCaller),
      fetchOperation: read('Operations.Get', ['Operation'], shownByCaller),
      fetchOperationTargets: read('Operations.Targets', ['Operation']),
      startOperation: write('Operations.Start', ['Operation']),
      pauseOperation: write('Operations.Pause', ['Operation']),
      resumeOperation: write('Operations.Resume', ['Operation']),
      cancelOperation: write('Operations.Cancel', ['Operation']),
      retryOperation: write('Operations.Retry', ['Operation']),
      undoOperation: write('Operations.Undo', ['Operation']),
    };
  },
});

export const { useFetchOperationsQuery, useFetchOperationTargetsQuery, useLazyFetchOperationTargetsQuery } = operationsApi;
