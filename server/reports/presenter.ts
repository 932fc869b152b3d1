/** Maps saved reports and exports to the contract and to their policies. */
import { mayManageReport, type ExportTarget, type ReportTarget } from '../../api/contract/reports.policy.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Export, Report } from '../../api/contract/reports.shapes.ts';
import type { ExportRow, ReportRow } from './repository.ts';

export const asReportTarget = (row: ReportRow): ReportTarget => ({
  ownerId: row.owner_id,
  organisationId: row.organisation_id,
  shared: row.visibility === 'organisation',
  hasActiveOwner: row.has_active_owner,
});

export const presentReport = (row: ReportRow, reader: Person): Report => ({
  reportId: row.report_id,
  name: row.name,
  content: row.content,
  shared: row.visibility === 'organisation',
  schedule: row.schedule,
  nextAt: row.next_at?.toISOString() ?? null,
  stoppedAt: row.stopped_at?.toISOString() ?? null,
  own: row.owner_id === reader.userId,
  owner: row.owner,
  manageable: mayManageReport(reader, asReportTarget(row)) === null,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
});

export const asExportTarget = (row: ExportRow): ExportTarget => ({
  requestedBy: row.requested_by,
  organisationId: row.organisation_id,
});

export function presentExport(row: ExportRow, reader: Person): Export {
  const { filters, from, to, format, timeZone } = row.content;
  return {
    exportId: row.export_id,
    reportId: row.report_id,
    name: row.name,
    cause: row.cause,
    by: row.actor,
    onBehalfOf: row.on_behalf_of,
    own: row.requested_by === reader.userId,
    at: row.at.toISOString(),
    filters,
    from,
    to,
    format: format.type,
    timeZone,
    sealHead: row.seal_head,
    expiresAt: row.expires_at.toISOString(),
    file: row.finished_at && {
      at: row.finished_at.toISOString(),
      events: row.events ?? 0,
      bytes: row.bytes ?? 0,
      sha256: row.sha256 ?? '',
    },
  };
}
