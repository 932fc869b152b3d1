/** An export of the audit as a file, in each of its formats: lines are made in the database, newest first, and streamed as the receiver reads. */
import type { Readable } from 'node:stream';
import { sql, type Compilable, type RawBuilder } from 'kysely';
import { BOM, csvLine } from '../../api/contract/csv.ts';
import type { ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { csvPlain, csvRecord, csvText, csvTime } from '../export/csvSql.ts';
import { jsonStream, textStream } from '../export/fileStream.ts';
import { hashedFile } from '../export/hashedFile.ts';
import { openRowStream } from '../export/rowStream.ts';
import type { WantedFile } from '../export/wantedFile.ts';
import { xlsxStream, type Sheet } from '../export/xlsx.ts';
import { xlsxDate, xlsxRow, xlsxText } from '../export/xlsxSql.ts';
import { matchingEvents, newestFirst, presentEvent, type EventRow } from './repository.ts';

/** Named as in the contract and not translated, because programs read the file too. */
const columns = {
  eventId: 'event_id',
  at: 'at',
  localTime: 'local_time',
  actor: 'actor',
  onBehalfOf: 'on_behalf_of',
  action: 'action',
  target: 'target',
  organisation: 'organisation',
  outcome: 'outcome',
  ip: 'ip',
  userAgent: 'user_agent',
  details: 'details',
} as const;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const plainNames = names.filter((name) => name !== 'localTime');

const text = (name: Column) => sql<string | null>`${sql.ref(`e.${columns[name]}`)}::text`;
const at = sql.ref<Date>('e.at');
const clockInUtc = sql`e.at AT TIME ZONE 'UTC'`;
/** The clock of a time zone, without the zone. */
const clockIn = (timeZone: string) => sql`e.at AT TIME ZONE ${timeZone}::text`;

/** `2026-11-01T13:00:00.000+01:00` */
function localTime(timeZone: string): RawBuilder<string> {
  const [local, utc] = [clockIn(timeZone), clockInUtc];
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || CASE WHEN ${local} < ${utc} THEN '-' ELSE '+' END
    || to_char(greatest(${local} - (${utc}), ${utc} - (${local})), 'HH24:MI')`;
}

function csvCell(name: Column, timeZone: string): RawBuilder<string> {
  if (name === 'at') return csvTime(at);
  if (name === 'localTime') return localTime(timeZone);
  return name === 'eventId' || name === 'outcome' ? csvPlain(text(name)) : csvText(text(name));
}

function xlsxCell(name: Column, timeZone: string) {
  if (name === 'at') return xlsxDate(clockInUtc);
  return name === 'localTime' ? xlsxDate(clockIn(timeZone)) : xlsxText(text(name));
}

interface Body {
  readonly file: Readable;
  /** Absent: the format has no place for it at its end. */
  readonly trailer?: (sha256: string) => string;
}

/** @throws TooManyDownloads, Busy while too many streams are open */
export async function openEventFile({ db, reads }: Pick<Context, 'db' | 'reads'>, wanted: WantedFile): Promise<Readable> {
  const { format, timeZone } = wanted.content;
  const events = eventsOf(db, wanted);
  let count = 0;
  const open = <Row>(query: Compilable<Row>) =>
    reads.on(wanted.readAfter, ({ pool, verify }) => openRowStream(pool, query, { userName: wanted.userName, verify }));
  const openLines = (line: RawBuilder<string>) => open(events.select(line.as('line')));
  const counted =
    <Row, Written>(write: (row: Row) => Written) =>
    (row: Row): Written => {
      count += 1;
      return write(row);
    };
  const facts = (sha256: string) => ({ events: count, sealHead: wanted.sealHead, sha256 });
  const csv = async (shown: readonly Column[], { delimiter = ',', bom = true }: Partial<CsvOptions> = {}): Promise<Body> => ({
    file: textStream(
      await openLines(
        csvRecord(
          shown.map((name) => csvCell(name, timeZone)),
          delimiter,
        ),
      ),
      {
        head: (bom ? BOM : '') + csvLine(shown, delimiter),
        write: counted(({ line }) => line),
      },
    ),
    trailer: (sha256) => csvLine([...shown.slice(1).map(() => ''), JSON.stringify(facts(sha256))], delimiter),
  });

  const bodies: Readonly<Record<ExportFormat['type'], () => Promise<Body>>> = {
    plainCsv: async () => ({ file: (await csv(plainNames)).file }),
    csv: () => csv(names, format.type === 'csv' ? format : {}),
    jsonFile: async () => ({ file: jsonStream(await open(events.selectAll('e')), counted(presentEvent)) }),
    jsonl: async () => ({
      file: textStream(await open(events.selectAll('e').select(localTime(timeZone).as('local_time'))), {
        head: '',
        write: counted(({ local_time: local, ...row }: EventRow & { local_time: string }) => {
          const { eventId, at: time, ...others } = presentEvent(row);
          return `${JSON.stringify({ eventId, at: time, localTime: local, ...others })}\n`;
        }),
      }),
      trailer: (sha256) => `${JSON.stringify({ report: facts(sha256) })}\n`,
    }),
    xlsx: async () => ({
      file: xlsxStream(await openLines(xlsxRow(names.map((name) => xlsxCell(name, timeZone)))), {
        name: 'Events',
        columns: names,
        about: (sheets, rows) => aboutRows(wanted, (count = rows), sheets),
        modifiedAt: wanted.at,
      }),
    }),
  };
  const { file, trailer } = await bodies[format.type]();
  return hashedFile(file, { trailer, onEnd: (ended) => wanted.onEnd({ ...ended, events: count }) });
}

type CsvOptions = Extract<ExportFormat, { type: 'csv' }>;

function eventsOf(queries: Queries, { person, content: { filters, from, to } }: WantedFile) {
  const range = { ...(from !== null && { from }), ...(to !== null && { to }) };
  return newestFirst(matchingEvents(queries, person, { ...filters, ...range }));
}

function aboutRows({ content, at: exportedAt, sealHead }: WantedFile, events: number, sheets: readonly Sheet[]): string[][] {
  return [
    ['exportedAt', exportedAt.toISOString()],
    ['from', content.from ?? ''],
    ['to', content.to ?? ''],
    ['timeZone', content.timeZone],
    ...Object.entries(content.filters).map(([name, value = '']) => [name, value]),
    ['events', String(events)],
    ['sealHead', sealHead ?? ''],
    ...sheets.map(({ part, sha256 }) => [`sha256 ${part}`, sha256]),
  ];
}
