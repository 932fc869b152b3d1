/** Routes of the audit report: a page as JSON, or all matches as a file. */
import type { Readable } from 'node:stream';
import { reachesAllOrganisations } from '../../api/contract/person.ts';
import type { ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { auditCalls } from '../../api/contract/audit.calls.ts';
import type { Context } from '../context.ts';
import type { AuditEvent } from './append.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { attachFile } from '../export/fileStream.ts';
import { fileName } from '../export/fileName.ts';
import { requireZone } from '../export/printedZone.ts';
import { fileTypes, type WantedFile } from '../export/wantedFile.ts';
import { openEventFile } from './file.ts';
import { auditHistogram } from './histogram.ts';
import { latestMark } from './chain.ts';
import { countEvents, findEvents, presentEvent } from './repository.ts';

const DEFAULT_LIMIT = 100;

type ReportCall = CallOf<'Users.AuditReport'>;

type Format = Exclude<ReportCall['query']['format'], 'json' | undefined>;

const formats: Readonly<Record<Format | 'json', ExportFormat>> = {
  json: { type: 'jsonFile' },
  csv: { type: 'plainCsv' },
  jsonFile: { type: 'jsonFile' },
  jsonl: { type: 'jsonl' },
  xlsx: { type: 'xlsx' },
};
/** As in the audit. */
const exportNames: Readonly<Record<ExportFormat['type'], string>> = {
  plainCsv: 'csv',
  csv: 'csv',
  jsonFile: 'json',
  jsonl: 'jsonl',
  xlsx: 'xlsx',
};

/** Offered by the reports; passed in `app.ts`. */
export interface AuditDependencies {
  /** Lists an export, once it begins. */
  readonly recordExport: (
    call: Pick<ReportCall, 'person' | 'origin' | 'now'>,
    content: WantedFile['content'],
    sealHead: string | null,
  ) => { readonly begin: (event: AuditEvent) => Promise<void>; readonly end: WantedFile['onEnd'] };
}

export const auditRoutes = (context: Context, dependencies: AuditDependencies): Handlers<keyof typeof auditCalls> => ({
  'Users.AuditReport': (call) =>
    call.query.format === undefined || call.query.format === 'json' ? page(context, call) : file(context, call, dependencies),
  'Users.AuditHistogram': ({ query: { timeZone = 'UTC', ...filters }, person, readAfter, now }) =>
    context.reads.read(readAfter, (queries) => auditHistogram(queries, person, filters, { timeZone, now })),
});

async function page({ reads }: Context, { query, person, readAfter }: ReportCall) {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const [rows, total] = await Promise.all([
    reads.read(readAfter, (queries) => findEvents(queries, person, query, limit + 1)),
    reads.read(readAfter, (queries) => countEvents(queries, person, query)),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown.map(presentEvent), nextCursor: rows.length > limit && last ? String(last.seq) : null, total };
}

async function file(context: Context, call: ReportCall, { recordExport }: AuditDependencies): Promise<Readable> {
  const { db } = context;
  const { format: _format, cursor: _cursor, limit: _limit, timeZone = 'UTC', ...query } = call.query;
  const { from = null, to = null, ...filters } = query;
  const content = { filters, from, to, format: formats[call.query.format ?? 'jsonFile'], timeZone };
  await requireZone(db, timeZone);
  const events = await context.reads.read(call.readAfter, (queries) => countEvents(queries, call.person, query));
  await context.personalData.take(call, events);
  const sealHead = await latestMark(db);
  const recorded = recordExport(call, content, sealHead);
  const stream = await openEventFile(context, {
    person: call.person,
    userName: call.origin.actor,
    content,
    sealHead,
    at: call.now,
    readAfter: call.readAfter,
    onEnd: recorded.end,
  });
  try {
    const details = { export: exportNames[content.format.type], ...query };
    await recorded.begin({ action: call.name, target: 'audit', details });
    const organisation = await organisationOf(context, call);
    const { extension, type } = fileTypes[content.format.type];
    attachFile(call.reply, `${fileName(`audit-${organisation}`, query, call.now)}.${extension}`, type);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}

/** The organisation in the file name. */
async function organisationOf({ db }: Context, { person }: ReportCall): Promise<string> {
  if (reachesAllOrganisations(person)) return 'all';
  const own = db.selectFrom('organisations').select('name').where('organisation_id', '=', person.organisationId);
  return (await own.executeTakeFirstOrThrow()).name;
}
