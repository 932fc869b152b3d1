/** Endpoints of the audit: the report page by page, its chart, logins of users, and the download of the whole report. */
import { auditCalls } from '../contract/audit.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { download, type DownloadOptions } from './download.ts';
import { request } from './request.ts';

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read } = endpointsOf(build, auditCalls);
    return {
      fetchAuditReport: read('Users.AuditReport', ['Audit']),
      fetchAuditHistogram: read('Users.AuditHistogram', ['Audit']),
      fetchLogIns: read('Users.LogIns', ['Audit'], shownByCaller),
      fetchOwnLogIns: read('Users.OwnLogIns', ['Audit'], shownByCaller),
    };
  },
});

/** Saves all matching entries as a file. */
export const downloadAuditReport = (
  args: ArgsOf<'Users.AuditReport'> & { format: 'csv' | 'jsonFile' | 'jsonl' | 'xlsx' },
  options: DownloadOptions,
) => download(request(auditCalls, 'Users.AuditReport')(args), options);

export const { useFetchAuditReportQuery, useFetchAuditHistogramQuery, useFetchLogInsQuery, useFetchOwnLogInsQuery } = auditApi;
