/** Endpoints of people who come from other systems. The file is sealed: it is not serialisable, and holds every hash. */
import type { ArgsOf } from '../contract/index.ts';
import { importsCalls } from '../contract/imports.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { download, type DownloadOptions } from './download.ts';
import { type Reply, request, type WireRequest } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';
import type { Progress } from './transport.ts';

export interface ForeignFile {
  readonly file: File;
  /** What Firebase's console shows; absent for other systems. */
  readonly firebase?: string | undefined;
  /** Bytes of the whole form sent so far. Cancel with the `abort()` of the running mutation. */
  readonly onUploadProgress?: (progress: Progress) => void;
}

/** The server reads the fields that stand before the file. */
function fileRequest({ file, firebase, onUploadProgress }: ForeignFile): WireRequest {
  const body = { firebase, file } as ArgsOf<'Imports.Read'>['body'];
  return { ...request(importsCalls, 'Imports.Read')({ body }), ...(onUploadProgress && { onUploadProgress }) };
}

export const importsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, importsCalls);
    return {
      fetchImports: read('Imports.List', ['Import'], shownByCaller),
      fetchImport: read('Imports.Get', ['Import'], shownByCaller),
      fetchImportRows: read('Imports.Rows', ['Import'], shownByCaller),
      readForeignFile: build.mutation<Reply<'Imports.Read'>, Sealed<ForeignFile>>({
        query: sealed(fileRequest),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidates('Import'),
      }),
      chooseForImport: write('Imports.Choose', ['Import'], shownByCaller),
      startImport: write('Imports.Start', ['Import'], shownByCaller),
      pauseImport: write('Imports.Pause', ['Import'], shownByCaller),
      resumeImport: write('Imports.Resume', ['Import'], shownByCaller),
      cancelImport: write('Imports.Cancel', ['Import'], shownByCaller),
      undoImport: write('Imports.Undo', ['Import'], shownByCaller),
    };
  },
});

/** Saves the report of an import. */
export const downloadImportReport = (args: ArgsOf<'Imports.Report'>, options: DownloadOptions) =>
  download(request(importsCalls, 'Imports.Report')(args), options);

export const {
  useFetchImportsQuery,
  useFetchImportQuery,
  useFetchImportRowsQuery,
  useReadForeignFileMutation,
  useChooseForImportMutation,
  useStartImportMutation,
  usePauseImportMutation,
  useResumeImportMutation,
  useCancelImportMutation,
  useUndoImportMutation,
} = importsApi;
