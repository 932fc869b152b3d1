/** Endpoints of people who come from other systems. The file is sealed: it is not serialisable, and holds every hash. */
import type { ArgsOf } from '../contract/index.ts';
import { importsCalls } from '../contract/imports.calls.ts';
import { baseApi } from './baseApi.ts';
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
  endpoints: (build) => ({
    fetchImports: build.query<Reply<'Imports.List'>, ArgsOf<'Imports.List'>>({
      query: request(importsCalls, 'Imports.List'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Import'],
    }),
    fetchImport: build.query<Reply<'Imports.Get'>, ArgsOf<'Imports.Get'>>({
      query: request(importsCalls, 'Imports.Get'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Import'],
    }),
    fetchImportRows: build.query<Reply<'Imports.Rows'>, ArgsOf<'Imports.Rows'>>({
      query: request(importsCalls, 'Imports.Rows'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Import'],
    }),
    readForeignFile: build.mutation<Reply<'Imports.Read'>, Sealed<ForeignFile>>({
      query: sealed(fileRequest),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    chooseForImport: build.mutation<Reply<'Imports.Choose'>, ArgsOf<'Imports.Choose'>>({
      query: request(importsCalls, 'Imports.Choose'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    startImport: build.mutation<Reply<'Imports.Start'>, ArgsOf<'Imports.Start'>>({
      query: request(importsCalls, 'Imports.Start'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    pauseImport: build.mutation<Reply<'Imports.Pause'>, ArgsOf<'Imports.Pause'>>({
      query: request(importsCalls, 'Imports.Pause'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    resumeImport: build.mutation<Reply<'Imports.Resume'>, ArgsOf<'Imports.Resume'>>({
      query: request(importsCalls, 'Imports.Resume'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    cancelImport: build.mutation<Reply<'Imports.Cancel'>, ArgsOf<'Imports.Cancel'>>({
      query: request(importsCalls, 'Imports.Cancel'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
    undoImport: build.mutation<Reply<'Imports.Undo'>, ArgsOf<'Imports.Undo'>>({
      query: request(importsCalls, 'Imports.Undo'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Import'),
    }),
  }),
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
