/** Saved reports of the audit: definitions, schedules, and the list of all exports. */
import { z } from 'zod';
import { callsOf, MAX_STREAM_MS, operations } from './endpoint.ts';
import { Export, Report, ReportContent, ReportSchedule } from './reports.shapes.ts';
import { viewName } from './rules/viewName.ts';
import { id, text } from './shape.ts';

const change = { who: 'auditReader', withoutStepUp: 'noCredential' } as const;

export const EXPORT_LINK_DAYS = 7;

const byReport = z.strictObject({ reportId: id });
const byExport = z.strictObject({ exportId: id });
const definition = z.strictObject({
  name: text(viewName),
  content: ReportContent,
  shared: z.boolean(),
  schedule: ReportSchedule.nullable(),
});

export const reportsOperations = operations({
  'Reports.List': {
    method: 'GET',
    path: '/Reports',
    who: 'auditReader',
    summary: "The caller's saved reports of the audit, and those shared in the organisation",
    reply: z.array(Report),
  },
  'Reports.Create': {
    method: 'POST',
    path: '/Reports',
    ...change,
    effects: [],
    summary: 'Save a report of the audit for the caller',
    description: `At most 50, unless the operator says otherwise; names differ by more than case. A scheduled report is mailed to its owner, as a link that serves nobody else and for ${EXPORT_LINK_DAYS} days. At an hour that the clock skips it comes an hour later, at one that comes twice the first time.`,
    body: definition,
    reply: Report,
    status: 201,
    problems: ['ReportNameTaken', 'TooManyReports'],
  },
  'Reports.Replace': {
    method: 'PUT',
    path: '/Reports/Definition/{reportId}',
    ...change,
    effects: [],
    summary: 'Change a saved report',
    description: 'Only its owner can schedule it, and take it back from the organisation.',
    params: byReport,
    body: definition,
    reply: Report,
    problems: ['ReportNameTaken', 'Conflict'],
  },
  'Reports.Delete': {
    method: 'DELETE',
    path: '/Reports/Definition/{reportId}',
    ...change,
    effects: [],
    summary: 'Delete a saved report; its exports stay listed',
    params: byReport,
  },
  'Reports.Run': {
    method: 'POST',
    path: '/Reports/Run/{reportId}',
    ...change,
    effects: [],
    summary: 'Ask for an export of a saved report, with the time that its range means now',
    params: byReport,
    reply: Export,
    status: 201,
  },
  'Reports.Exports': {
    method: 'GET',
    path: '/Reports/Exports',
    who: 'auditReader',
    summary: 'All exports of the audit in scope, newest first: who, when, what, and the checksum of the file',
    description: 'Those of the own organisation, or of all, as in the audit. They are kept for a year.',
    query: z.strictObject({ cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100).optional() }),
    reply: z.object({ exports: z.array(Export), nextCursor: z.string().nullable() }),
  },
  'Reports.Export': {
    method: 'GET',
    path: '/Reports/Export/{exportId}',
    who: 'auditReader',
    summary: "One of the caller's own exports, as named in a mail",
    params: byExport,
    reply: Export,
    problems: ['LinkGone'],
  },
  'Reports.RunAgain': {
    method: 'POST',
    path: '/Reports/RunAgain/{exportId}',
    ...change,
    effects: [],
    summary: 'Ask for an export again: the same filters, time and format, and what the caller may read now',
    params: byExport,
    reply: Export,
    status: 201,
  },
  'Reports.Download': {
    method: 'GET',
    path: '/Reports/Download/{exportId}',
    who: 'auditReader',
    timeoutMs: MAX_STREAM_MS,
    summary: 'The file of an own export, streamed anew with the rights that the caller has now',
    description: `For ${EXPORT_LINK_DAYS} days. Beside the columns of \`Users.AuditReport\` it has \`localTime\`, in the time zone of the report. It states the head of the seal and its own SHA-256: in CSV and JSON lines the last line, which covers all bytes before it (\`sed '$d' FILE | sha256sum\`) and is a record of its own, without \`eventId\`, whose \`details\` in CSV and \`report\` in JSON hold \`{ events, sealHead, sha256 }\`; in XLSX the sheet "About", for each sheet of events (\`unzip -p FILE xl/worksheets/sheet1.xml | sha256sum\`), of which there are several from a million events on. The SHA-256 of the whole file is in \`Reports.Exports\` as soon as its last byte is sent, and in the audit. In CSV, cells that a spreadsheet would take for a formula begin with an apostrophe; in XLSX they are text, cut off after 16,000 characters.`,
    params: byExport,
    // A stream; the shape is that of the last line of JSON lines.
    reply: z.object({ report: z.object({ events: z.int(), sealHead: z.string().nullable(), sha256: z.string() }) }),
    problems: ['LinkGone', 'TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
});

export const reportsCalls = callsOf(reportsOperations);
