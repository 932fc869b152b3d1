/** Routes of the audit report: a page as JSON, or all matches as a file. */
import type { Readable } from 'node:stream';
import type { Compilable } from 'kysely';
import { reachesAllOrganisations } from '../../api/contract/person.ts';
import type { auditCalls } from '../../api/contract/audit.calls.ts';
import type { Context } from '../context.ts';
import { appendAuditEvent } from './audit.append.ts';
import { openRowStream } from '../export/rowStream.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { BOM, csvLine } from '../export/csvLine.ts';
import { attachFile, jsonStream, textStream } from '../export/fileStream.ts';
import { fileName } from './audit.fileName.ts';
import { auditHistogram } from './audit.histogram.ts';
import { presentEvent } from './audit.presenter.ts';
import { allEvents, allRecords, countEvents, fileHeader, findEvents } from './audit.repository.ts';

const DEFAULT_LIMIT = 100;

type ReportCall = CallOf<'Users.AuditReport'>;

export const auditRoutes = (context: Context): Handlers<keyof typeof auditCalls> => ({
  'Users.AuditReport': (call) =>
    call.query.format === undefined || call.query.format === 'json' ? page(context, call) : file(context, call),
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

async function file(context: Context, call: ReportCall): Promise<Readable> {
  const { db, reads } = context;
  const stream = <Row>(query: Compilable<Row>) =>
    reads.on(call.readAfter, ({ pool, verify }) => openRowStream(pool, query, { userName: call.origin.actor, verify }));
  const { format: _format, cursor: _cursor, limit: _limit, ...filters } = call.query;
  const asCsv = call.query.format === 'csv';
  const content = asCsv
    ? textStream(await stream(allRecords(db, call.person, call.query)), {
        head: BOM + csvLine(fileHeader),
        write: ({ line }) => line,
      })
    : jsonStream(await stream(allEvents(db, call.person, call.query)), presentEvent);
  try {
    await appendAuditEvent(db, call.origin, {
      action: call.name,
      target: 'audit',
      details: { export: asCsv ? 'csv' : 'json', ...filters },
    });
    const name = fileName(await organisationOf(context, call), call.query, call.now);
    attachFile(call.reply, `${name}.${asCsv ? 'csv' : 'json'}`, asCsv ? 'text/csv' : 'application/json');
  } catch (error) {
    content.destroy();
    throw error;
  }
  return content;
}

/** The organisation in the file name. */
async function organisationOf({ db }: Context, { person }: ReportCall): Promise<string> {
  if (reachesAllOrganisations(person)) return 'all';
  const own = db.selectFrom('organisations').select('name').where('organisation_id', '=', person.organisationId);
  return (await own.executeTakeFirstOrThrow()).name;
}
