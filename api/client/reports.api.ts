/** Endpoints of saved reports and of the list of exports, and the download of a file. */
import type { ArgsOf } from '../contract/index.ts';
import { reportsCalls } from '../contract/reports.calls.ts';
import { baseApi } from './baseApi.ts';
import { download, type DownloadOptions } from './download.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const reportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchReports: build.query<Reply<'Reports.List'>, ArgsOf<'Reports.List'>>({
      query: request(reportsCalls, 'Reports.List'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Report', 'Self'],
    }),
    createReport: build.mutation<Reply<'Reports.Create'>, ArgsOf<'Reports.Create'>>({
      query: request(reportsCalls, 'Reports.Create'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Report'),
    }),
    replaceReport: build.mutation<Reply<'Reports.Replace'>, ArgsOf<'Reports.Replace'>>({
      query: request(reportsCalls, 'Reports.Replace'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Report'),
    }),
    deleteReport: build.mutation<Reply<'Reports.Delete'>, ArgsOf<'Reports.Delete'>>({
      query: request(reportsCalls, 'Reports.Delete'),
      invalidatesTags: invalidates('Report'),
    }),
    runReport: build.mutation<Reply<'Reports.Run'>, ArgsOf<'Reports.Run'>>({
      query: request(reportsCalls, 'Reports.Run'),
      invalidatesTags: invalidates('Export'),
    }),
    runExportAgain: build.mutation<Reply<'Reports.RunAgain'>, ArgsOf<'Reports.RunAgain'>>({
      query: request(reportsCalls, 'Reports.RunAgain'),
      invalidatesTags: invalidates('Export'),
    }),
    fetchExports: build.query<Reply<'Reports.Exports'>, ArgsOf<'Reports.Exports'>>({
      query: request(reportsCalls, 'Reports.Exports'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Export', 'Self'],
    }),
    fetchExport: build.query<Reply<'Reports.Export'>, ArgsOf<'Reports.Export'>>({
      query: request(reportsCalls, 'Reports.Export'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Export', 'Self'],
    }),
  }),
});

/** Saves the file of an export. The list of exports has its checksum then. */
export const downloadExport = (exportId: string, options: DownloadOptions) =>
  download(request(reportsCalls, 'Reports.Download')({ exportId }), options);

export const {
  useFetchReportsQuery,
  useCreateReportMutation,
  useReplaceReportMutation,
  useRunReportMutation,
  useRunExportAgainMutation,
  useFetchExportsQuery,
  useFetchExportQuery,
} = reportsApi;
