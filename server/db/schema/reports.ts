/** Saved views, reports and exports. */
import type { JSONColumnType } from 'kysely';
import type { ExportContent, ReportContent, ReportSchedule } from '../../../api/contract/reports.shapes.ts';
import type { ViewContent } from '../../../api/contract/views.ts';
import type { Computed } from './columns.ts';

export interface ViewsTable {
  view_id: string;
  /** Null: a shared view whose owner was deleted or moved to another organisation. */
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ViewContent>;
  visibility: 'private' | 'organisation';
  created_at: Date;
  changed_at: Date;
}

/** The view that an organisation's users list opens with. */
interface DefaultViewsTable {
  organisation_id: string;
  view_id: string;
}

export interface ReportsTable {
  report_id: string;
  /** Null: a shared report whose owner was deleted or moved to another organisation. */
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ReportContent>;
  visibility: 'private' | 'organisation';
  /** Null: it is not mailed. */
  schedule: JSONColumnType<ReportSchedule> | null;
  /** When it is mailed next. */
  next_at: Date | null;
  /** When the server ended the schedule. */
  stopped_at: Date | null;
  created_at: Date;
  changed_at: Date;
}

/** Exports of the audit; each download reads the events anew. */
interface AuditExportsTable {
  export_id: string;
  report_id: string | null;
  /** Of the report; null: of the audit report itself. */
  name: string | null;
  cause: 'person' | 'schedule';
  /** Null: the account is gone. */
  requested_by: string | null;
  /** User name of the requester. */
  actor: string;
  /** User name of the impersonated user. */
  on_behalf_of: string | null;
  /** Of the requester at that time. */
  organisation_id: string;
  at: Date;
  content: JSONColumnType<ExportContent>;
  /** The last signature of the audit when it was asked for. */
  seal_head: string | null;
  expires_at: Date;
  /** When the file was last read to its end; `events`, `bytes` and `sha256` are of that file. */
  finished_at: Date | null;
  events: number | null;
  bytes: number | null;
  sha256: string | null;
}

/** Who has got the weekly digest of the audit. */
interface AuditDigestsTable {
  user_id: string;
  /** The Monday of the week in which the last digest was sent. */
  week: string;
}

export interface ReportsTables {
  views: ViewsTable;
  default_views: DefaultViewsTable;
  reports: ReportsTable;
  audit_exports: AuditExportsTable;
  audit_digests: AuditDigestsTable;
}
