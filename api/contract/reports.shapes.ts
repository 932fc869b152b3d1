/** Shapes of a saved report, its schedule, and an export. */
import { z } from 'zod';
import { objects, verbs } from './audit.verbs.ts';
import { csvDelimiters } from './csv.ts';
import { count, id, time } from './shape.ts';

const MAX_REPORT_DAYS = 366;

const filterText = z.string().max(255).optional();
const moment = z.iso.datetime({ offset: true }).nullable();

const filters = z.strictObject({
  /** User name of the actor or of the target. */
  person: filterText,
  actor: filterText,
  target: filterText,
  /** An action, or a prefix such as `Users.`. */
  action: filterText,
  /** What was done, and to what. */
  verb: z.enum(verbs).optional(),
  object: z.enum(objects).optional(),
  outcome: z.enum(['success', 'failure', 'refused']).optional(),
  ip: filterText,
});
/** An export may also be of one act on many users, by its id. */
const exportFilters = filters.extend({ bulk: id.optional() });

/** A range of time in the report's time zone; weeks begin on Monday. */
const range = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('previous'), unit: z.enum(['day', 'week', 'month']) }),
  /** Calendar days up to now, including today. */
  z.strictObject({ kind: z.literal('days'), days: z.int().min(1).max(MAX_REPORT_DAYS) }),
  /** `from` is inclusive, `to` exclusive; null: open. */
  z.strictObject({ kind: z.literal('between'), from: moment, to: moment }),
]);
export type ReportRange = z.infer<typeof range>;

const csv = z.strictObject({ type: z.literal('csv'), delimiter: z.enum(csvDelimiters), bom: z.boolean() });
const xlsx = z.strictObject({ type: z.literal('xlsx') });
const jsonl = z.strictObject({ type: z.literal('jsonl') });

const reportFormat = z.discriminatedUnion('type', [csv, xlsx, jsonl]);
type ReportFormat = z.infer<typeof reportFormat>;

/** The last two are those of `Users.AuditReport`, without signature and checksum. */
const exportFormats = ['csv', 'xlsx', 'jsonl', 'plainCsv', 'jsonFile'] as const;
export type ExportFormat = ReportFormat | { readonly type: 'plainCsv' | 'jsonFile' };

/** An IANA name. */
const timeZone = z.string().min(1).max(64);

/** The content requested of an export, as it is stored. */
export interface ExportContent {
  readonly filters: z.infer<typeof exportFilters>;
  /** ISO 8601 in UTC. Null: open. */
  readonly from: string | null;
  readonly to: string;
  readonly format: ExportFormat;
  readonly timeZone: string;
}

export const ReportContent = z.strictObject({ filters, range, format: reportFormat, timeZone });
export type ReportContent = z.infer<typeof ReportContent>;

const hour = z.int().min(0).max(23);

/** When a report is mailed, by the clock of its time zone. */
export const ReportSchedule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), hour }),
  /** 1: Monday. */
  z.strictObject({ every: z.literal('week'), weekday: z.int().min(1).max(7), hour }),
  /** In months with fewer days, the last day counts. */
  z.strictObject({ every: z.literal('month'), day: z.int().min(1).max(31), hour }),
]);
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const Report = z.object({
  reportId: id,
  name: z.string(),
  content: ReportContent,
  /** Whether the administrators and Support of the organisation see it. */
  shared: z.boolean(),
  /** Null: the report is not mailed. */
  schedule: ReportSchedule.nullable(),
  nextAt: time.nullable(),
  /** The schedule has ended because the owner could not read the audit any more. Saving the report starts it again. */
  stoppedAt: time.nullable(),
  own: z.boolean(),
  /** Display name of the owner; null: the account is gone. */
  owner: z.string().nullable(),
  /** Whether the caller may change and delete it. */
  manageable: z.boolean(),
  createdAt: time,
  changedAt: time,
});
export type Report = z.infer<typeof Report>;

export const Export = z.object({
  exportId: id,
  /** Null for an export of the audit report itself, or of a report that is gone. */
  reportId: id.nullable(),
  /** Name of the report; null for the audit report itself. */
  name: z.string().nullable(),
  cause: z.enum(['person', 'schedule']),
  /** User name of the requester. */
  by: z.string(),
  /** The impersonated user, while impersonating. */
  onBehalfOf: z.string().nullable(),
  own: z.boolean(),
  at: time,
  filters: exportFilters,
  /** Null: open. */
  from: time.nullable(),
  to: time,
  format: z.enum(exportFormats),
  timeZone,
  /** `<sequence number>-<hash>` of the newest signature when the export was requested; null: nothing was signed yet. */
  sealHead: z.string().nullable(),
  expiresAt: time,
  /** The file when it was last downloaded completely; null: it was not. */
  file: z.object({ at: time, events: count, bytes: count, sha256: z.string() }).nullable(),
});
export type Export = z.infer<typeof Export>;
