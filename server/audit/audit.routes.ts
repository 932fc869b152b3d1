/** The calls of the audit report: a page as JSON, or everything that matches as a file. */
import type { Readable } from 'node:stream';
import { isSystemAdmin } from '../../api/contract/person.ts';
import type { auditCalls } from '../../api/contract/audit.calls.ts';
import type { Context } from '../context.ts';
import { openRows } from '../db/cursor.ts';
import { record } from '../db/record.ts';
import type { CallOf, Room } from '../http/call.ts';
import { csvStream, type Cell } from '../http/csv.ts';
import { attachFile, jsonStream } from '../http/fileStream.ts';
import { presentEvent, type EventRow } from './audit.presenter.ts';
import { allEvents, countEvents, findEvents } from './audit.repository.ts';

const DEFAULT_LIMIT = 100;

type ReportCall = CallOf<'Users.AuditReport'>;

export const auditRoutes = (context: Context): Room<keyof typeof auditCalls> => ({
  'Users.AuditReport': (call) =>
    call.query.format === undefined || call.query.format === 'json' ? page(context, call) : file(context, call),
});

async function page({ db }: Context, { query, person }: ReportCall) {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const [rows, total] = await Promise.all([findEvents(db, person, query, limit + 1), countEvents(db, person, query)]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown.map(presentEvent), nextCursor: rows.length > limit && last ? String(last.seq) : null, total };
}

/** The names of the contract: the file is read by programs as well as by people, in any language. */
const COLUMNS = [
  'eventId',
  'at',
  'actor',
  'onBehalfOf',
  'action',
  'target',
  'organisation',
  'outcome',
  'ip',
  'userAgent',
  'details',
] as const;

async function file(context: Context, call: ReportCall): Promise<Readable> {
  const { db } = context;
  const { format: _format, cursor: _cursor, limit: _limit, ...filters } = call.query;
  const asCsv = call.query.format === 'csv';
  const rows = await openRows<EventRow>(db, allEvents(db, call.person, call.query));
  try {
    await record(db, call.origin, {
      action: call.name,
      target: 'audit',
      details: { export: asCsv ? 'csv' : 'json', ...filters },
    });
    attachFile(call.reply, `${await fileName(context, call)}.${asCsv ? 'csv' : 'json'}`, asCsv ? 'text/csv' : 'application/json');
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
  return asCsv ? csvStream(COLUMNS, rows, cells) : jsonStream(rows, presentEvent);
}

function cells(row: EventRow): Cell[] {
  const event = presentEvent(row);
  return COLUMNS.map((column) => (column === 'details' ? JSON.stringify(event.details) : event[column]));
}

/** `audit-<org>-<from>-<to>`; open ends are told as such. */
async function fileName({ db }: Context, { person, query, now }: ReportCall): Promise<string> {
  const organisation = isSystemAdmin(person)
    ? 'all'
    : (
        await db
          .selectFrom('organisations')
          .select('name')
          .where('organisation_id', '=', person.organisationId)
          .executeTakeFirstOrThrow()
      ).name;
  return `audit-${organisation}-${query.from?.slice(0, 10) ?? 'start'}-${(query.to ?? now.toISOString()).slice(0, 10)}`;
}
