/** An export of the audit as a file, in each of its formats, streamed. */
import type { Readable } from 'node:stream';
import type { Compilable } from 'kysely';
import { BOM, csvLine } from '../../api/contract/csv.ts';
import type { ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { Context } from '../context.ts';
import { jsonStream, textStream } from '../export/fileStream.ts';
import { hashedFile } from '../export/hashedFile.ts';
import { openRowStream, type RowStream } from '../export/rowStream.ts';
import type { WantedFile } from '../export/wantedFile.ts';
import { xlsxStream, type Sheet } from '../export/xlsx.ts';
import { allEvents, allEventsWithLocalTime, csvRecords, fileHeader, plainHeader, plainRecords, xlsxRows } from './fileRows.ts';
import { presentEvent } from './presenter.ts';

interface Body {
  readonly file: Readable;
  /** Absent: the format has no place for it at its end. */
  readonly trailer?: (sha256: string) => string;
}

/** @throws TooManyDownloads, Busy while too many streams are open */
export async function openEventFile({ db, reads }: Pick<Context, 'db' | 'reads'>, wanted: WantedFile): Promise<Readable> {
  const { person, content, sealHead, at } = wanted;
  const { format, timeZone, from, to } = content;
  const matching = { person, filters: { ...content.filters, ...(from !== null && { from }), ...(to !== null && { to }) } };
  let events = 0;

  async function open<Row>(query: Compilable<Row>): Promise<RowStream<Row>> {
    return reads.on(wanted.readAfter, ({ pool, verify }) => openRowStream(pool, query, { userName: wanted.userName, verify }));
  }

  const counted =
    <Row>(write: (row: Row) => string) =>
    (row: Row) => {
      events += 1;
      return write(row);
    };
  const seal = (sha256: string) => ({ events, sealHead, sha256 });

  const bodies: Readonly<Record<ExportFormat['type'], () => Promise<Body>>> = {
    plainCsv: async () => ({
      file: textStream(await open(plainRecords(db, matching)), {
        head: BOM + csvLine(plainHeader),
        write: counted(({ line }) => line),
      }),
    }),
    jsonFile: async () => {
      const rows = await open(allEvents(db, matching));
      return { file: jsonStream(rows, (row) => (events += 1) && presentEvent(row)) };
    },
    csv: async () => {
      const { delimiter, bom } = format.type === 'csv' ? format : { delimiter: ',' as const, bom: true };
      const head = (bom ? BOM : '') + csvLine(fileHeader, delimiter);
      return {
        file: textStream(await open(csvRecords(db, matching, timeZone, delimiter)), { head, write: counted(({ line }) => line) }),
        trailer: (sha256) => csvLine([...fileHeader.slice(1).map(() => ''), JSON.stringify(seal(sha256))], delimiter),
      };
    },
    jsonl: async () => ({
      file: textStream(await open(allEventsWithLocalTime(db, matching, timeZone)), {
        head: '',
        write: counted(({ local_time: localTime, ...row }) => {
          const { eventId, at: time, ...others } = presentEvent(row);
          return `${JSON.stringify({ eventId, at: time, localTime, ...others })}\n`;
        }),
      }),
      trailer: (sha256) => `${JSON.stringify({ report: seal(sha256) })}\n`,
    }),
    xlsx: async () => ({
      file: xlsxStream(await open(xlsxRows(db, matching, timeZone)), {
        name: 'Events',
        columns: fileHeader,
        about: (sheets, rows) => {
          events = rows;
          return aboutRows(content, { sealHead, at, events, sheets });
        },
        modifiedAt: at,
      }),
    }),
  };
  const { file, trailer } = await bodies[format.type]();
  return hashedFile(file, { trailer, onEnd: (facts) => wanted.onEnd({ ...facts, events }) });
}

function aboutRows(
  { filters, from, to, timeZone }: WantedFile['content'],
  facts: Pick<WantedFile, 'sealHead' | 'at'> & { readonly events: number; readonly sheets: readonly Sheet[] },
): string[][] {
  return [
    ['exportedAt', facts.at.toISOString()],
    ['from', from ?? ''],
    ['to', to ?? ''],
    ['timeZone', timeZone],
    ...Object.entries(filters).map(([name, value = '']) => [name, value]),
    ['events', String(facts.events)],
    ['sealHead', facts.sealHead ?? ''],
    ...facts.sheets.map(({ part, sha256 }) => [`sha256 ${part}`, sha256]),
  ];
}
