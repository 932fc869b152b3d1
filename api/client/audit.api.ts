/** Endpoint of the audit report (one page a call), and the download of the whole report. */
import { auditCalls } from '../contract/audit.calls.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { download, type DownloadOptions } from './download.ts';
import { type Reply, request } from './request.ts';

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchAuditReport: build.query<Reply<'Users.AuditReport'>, ArgsOf<'Users.AuditReport'>>({
      query: request(auditCalls, 'Users.AuditReport'),
      providesTags: ['Audit'],
    }),
    fetchAuditHistogram: build.query<Reply<'Users.AuditHistogram'>, ArgsOf<'Users.AuditHistogram'>>({
      query: request(auditCalls, 'Users.AuditHistogram'),
      providesTags: ['Audit'],
    }),
  }),
});

/** Saves all matching entries as a file. */
export const downloadAuditReport = (
  args: ArgsOf<'Users.AuditReport'> & { format: 'csv' | 'jsonFile' | 'jsonl' | 'xlsx' },
  options: DownloadOptions,
) => download(request(auditCalls, 'Users.AuditReport')(args), options);

export const { useFetchAuditReportQuery, useFetchAuditHistogramQuery } = auditApi;
