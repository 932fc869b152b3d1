/** Saved views, reports and exports. */
import type { JSONColumnType } from 'kysely';
import type { ExportContent, ReportContent, ReportSchedule } from '../../../api/contract/reports.shapes.ts';
import type { ViewContent } from '../../../api/contract/views.ts';
import type { Computed } from './columns.ts';

export interface ViewsTable {
  view_id: string;
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ViewContent>;
  visibility: 'private' | 'organisation';
  created_at: Date;
  changed_at: Date;
}

interface DefaultViewsTable {
  organisation_id: string;
  view_id: string;
}

export interface ReportsTable {
  report_id: string;
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ReportContent>;
  visibility: 'private' | 'organisation';
  schedule: JSONColumnType<ReportSchedule> | null;
  next_at: Date | null;
  stopped_at: Date | null;
  created_at: Date;
  changed_at: Date;
}

interface AuditExportsTable {
  export_id: string;
  report_id: string | null;
  name: string | null;
  cause: 'person' | 'schedule';
  requested_by: string | null;
  actor: string;
  on_behalf_of: string | null;
  organisation_id: string;
  at: Date;
  content: JSONColumnType<ExportContent>;
  seal_head: string | null;
  expires_at: Date;
  finished_at: Date | null;
  events: number | null;
  bytes: number | null;
  sha256: string | null;
}

interface AuditDigestsTable {
  user_id: string;
  week: string;
}

export interface ReportsTables {
  views: ViewsTable;
  default_views: DefaultViewsTable;
  reports: ReportsTable;
  audit_exports: AuditExportsTable;
  audit_digests: AuditDigestsTable;
}
