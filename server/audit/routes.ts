/** Routes of the audit report: a page as JSON, or all matches as a file. */
import type { Readable } from 'node:stream';
import { reachesAllOrganisations } from '../../api/contract/person.ts';
import type { ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { auditCalls } from '../../api/contract/audit.ts';
import type { Context } from '../context.ts';
import type { AuditEvent } from './append.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { requireZone } from '../export/printedZone.ts';
import type { WantedFile } from '../export/wantedFile.ts';
import { auditHistogram } from './histogram.ts';
import { latestMark } from './chain.ts';
import { findLogIns, findSubject } from './logIns.ts';
import { findPersonNames } from './personNames.ts';
import { countFolded, findBulkLines, findRows } from './lines.ts';
import { countEvents, findActorNames, pageOf, presentEvent } from './repository.ts';

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
/** Names of the formats in the audit. */
const exportNames: Readonly<Record<ExportFormat['type'], string>> = {
  plainCsv: 'csv',
  csv: 'csv',
  jsonFile: 'json',
  jsonl: 'jsonl',
  xlsx: 'xlsx',
};

/** Functions of the reports that the audit needs; passed in `app.ts`. */
interface AuditDependencies {
  readonly sendFile: (
    call: ReportCall,
    file: Pick<WantedFile, 'content' | 'sealHead' | 'at'> & {
      readonly exportId: undefined;
      readonly name: string;
      readonly ends: Pick<ReportCall['query'], 'from' | 'to'>;
      readonly details: AuditEvent['details'];
    },
  ) => Promise<Readable>;
}

export const auditRoutes = (context: Context, dependencies: AuditDependencies): Handlers<keyof typeof auditCalls> => ({
  'Users.AuditReport': (call) =>
    call.query.format === undefined || call.query.format === 'json' ? page(context, call) : file(context, call, dependencies),
  'Users.AuditHistogram': ({ query: { timeZone = 'UTC', ...filters }, person, readAfter, now }) =>
    context.reads.read(readAfter, (queries) => auditHistogram(queries, person, filters, { timeZone, now })),
  'Users.LogIns': ({ params, query, person, readAfter }) =>
    context.reads.read(readAfter, async (queries) => {
      const subject = await findSubject(queries, person, params.userName);
      if (!subject) throw problem('NotFound');
      return findLogIns(queries, subject, query.cursor, person);
    }),
  'Users.OwnLogIns': ({ query, person, readAfter }) =>
    context.reads.read(readAfter, (queries) => findLogIns(queries, person, query.cursor)),
});

async function page({ reads }: Context, { query, person, readAfter }: ReportCall) {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const isGrouped = query.grouped === true;
  const [{ shown, nextCursor, names, bulks }, { total, folded }] = await Promise.all([
    reads.read(readAfter, async (queries) => {
      const personNames = await findPersonNames(queries, person, query.person);
      const listed = pageOf(await findRows(queries, person, query, personNames, limit + 1), limit);
      return {
        ...listed,
        names: await findActorNames(queries, listed.shown),
        bulks: isGrouped ? await findBulkLines(queries, person, query, personNames, listed.shown) : undefined,
      };
    }),
    reads.read(readAfter, async (queries) => ({
      total: await countEvents(queries, person, query),
      folded: isGrouped ? await countFolded(queries, person, query) : 0,
    })),
  ]);
  const events = shown.map((row) => {
    const bulk = bulks?.get(row);
    return { ...presentEvent(row), actorName: names.get(row.actor ?? '') ?? null, ...(bulk && { bulk }) };
  });
  return { events, nextCursor, total, ...(isGrouped && { lines: total - folded }) };
}

async function file(context: Context, call: ReportCall, { sendFile }: AuditDependencies): Promise<Readable> {
  const { format: _format, cursor: _cursor, limit: _limit, grouped: _grouped, timeZone = 'UTC', ...query } = call.query;
  const { from = null, to = null, ...filters } = query;
  const content = { filters, from, to, format: formats[call.query.format ?? 'jsonFile'], timeZone };
  await requireZone(context.db, timeZone);
  return sendFile(call, {
    content,
    sealHead: await latestMark(context.db),
    at: call.now,
    exportId: undefined,
    name: `audit-${await organisationOf(context, call)}`,
    ends: query,
    details: { export: exportNames[content.format.type], ...query },
  });
}

/** The organisation for the file name. */
async function organisationOf({ db }: Context, { person }: ReportCall): Promise<string> {
  if (reachesAllOrganisations(person)) return 'all';
  const own = db.selectFrom('organisations').select('name').where('organisation_id', '=', person.organisationId);
  return (await own.executeTakeFirstOrThrow()).name;
}
