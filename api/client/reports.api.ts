/** Endpoints of saved reports and of the list of exports, and the download of a file. */
import { reportsCalls } from '../contract/reports.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { download, type DownloadOptions } from './download.ts';
import { request } from './request.ts';

export const reportsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, reportsCalls);
    return {
      fetchReports: read('Reports.List', ['Report', 'Self'], shownByCaller),
      createReport: write('Reports.Create', ['Report'], shownByCaller),
      replaceReport: write('Reports.Replace', ['Report'], shownByCaller),
      deleteReport: write('Reports.Delete', ['Report']),
      runReport: write('Reports.Run', ['Export']),
      runExportAgain: write('Reports.RunAgain', ['Export']),
      fetchExports: read('Reports.Exports', ['Export', 'Self'], shownByCaller),
      fetchExport: read('Reports.Export', ['Export', 'Self'], shownByCaller),
    };
  },
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
