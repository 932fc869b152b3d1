/** An export of the audit as a file, in each of its formats: lines are made in the database, newest first, and streamed as the receiver reads. */
import type { Readable } from 'node:stream';
import type { Compilable, RawBuilder } from 'kysely';
import { BOM, csvCell, csvLine } from '../../api/contract/csv.ts';
import type { ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { csvCells } from '../export/csvSql.ts';
import { jsonStream, textStream } from '../export/fileStream.ts';
import { hashedFile } from '../export/hashedFile.ts';
import { openRowStream, type RowStream } from '../export/rowStream.ts';
import type { WantedFile } from '../export/wantedFile.ts';
import { xlsxStream, type Sheet } from '../export/xlsx.ts';
import { rowOfCells, textCell } from '../export/xlsxParts.ts';
import { xlsxCells } from '../export/xlsxSql.ts';
import {
  after,
  before,
  between,
  csvColumn,
  keyOf,
  localTime,
  names,
  type Parts,
  type SaidColumn,
  type StoredColumn,
  xlsxColumn,
} from './fileColumns.ts';
import { findPersonNames, type PersonNames } from './personNames.ts';
import { matchingEvents, newestFirst, presentEvent, type EventRow } from './repository.ts';
import { remembered, say, wordsOf } from './words.ts';

interface Body {
  readonly file: Readable;
  /** Absent if the format has no place for it at its end. */
  readonly trailer?: (sha256: string) => string;
}

/** @throws TooManyDownloads, Busy while too many streams are open */
export async function openEventFile(
  { config, db, reads, phrases }: Pick<Context, 'config' | 'db' | 'reads' | 'phrases'>,
  wanted: WantedFile,
): Promise<Readable> {
  const { format, timeZone } = wanted.content;
  const personNames = await reads.read(wanted.readAfter, (queries) =>
    findPersonNames(queries, wanted.person, wanted.content.filters.person),
  );
  const events = eventsOf(db, wanted, personNames);
  const words = wordsOf(phrases, wanted.locale);
  let count = 0;
  const open = <Row>(query: Compilable<Row>) =>
    reads.on(wanted.readAfter, ({ pool, verify }) =>
      openRowStream(pool, query, { reader: { userName: wanted.userName, limits: config }, verify }),
    );
  const openParts = (part: (shown: readonly StoredColumn[]) => RawBuilder<string>, isPlain = false): Promise<RowStream<Parts>> =>
    open(
      events.select([
        keyOf.as('key'),
        part(before.filter((name) => !isPlain || name !== 'localTime')).as('before'),
        part(between).as('between'),
        part(after).as('after'),
      ]),
    );
  const counted =
    <Row, Written>(write: (row: Row) => Written) =>
    (row: Row): Written => {
      count += 1;
      return write(row);
    };
  const facts = (sha256: string) => ({ events: count, sealHead: wanted.sealHead, sha256 });
  const csv = async ({ delimiter = ',', bom = true }: Partial<CsvOptions> = {}, isPlain = false): Promise<Body> => {
    const shown = names.filter((name) => !isPlain || name !== 'localTime');
    const cellsOf = remembered((event) => {
      const { event: sentence, outcome, details } = say(event, words);
      return { sentence: csvCell(sentence), outcomeText: csvCell(outcome), details: csvCell(details) };
    });
    const rows = await openParts(
      (part) =>
        csvCells(
          part.map((name) => csvColumn(name, timeZone)),
          delimiter,
        ),
      isPlain,
    );
    return {
      file: textStream(rows, {
        head: (bom ? BOM : '') + csvLine(shown, delimiter),
        write: counted((row) => {
          const said = cellsOf(row.key);
          return `${row.before}${delimiter}${said.sentence}${delimiter}${row.between}${delimiter}${said.outcomeText}${delimiter}${row.after}${delimiter}${said.details}\r\n`;
        }),
      }),
      trailer: (sha256) => csvLine([...shown.slice(1).map(() => ''), JSON.stringify(facts(sha256))], delimiter),
    };
  };
  const json = remembered((event) => {
    const { event: sentence, outcome: outcomeText, change } = say(event, words);
    return { sentence, outcomeText, change };
  });

  const bodies: Readonly<Record<ExportFormat['type'], () => Promise<Body>>> = {
    plainCsv: async () => ({ file: (await csv({}, true)).file }),
    csv: () => csv(format.type === 'csv' ? format : {}),
    jsonFile: async () => ({
      file: jsonStream(
        await open(events.selectAll('e').select(keyOf.as('key'))),
        counted(({ key, ...row }: EventRow & Pick<Parts, 'key'>) => ({ ...presentEvent(row), ...json(key) })),
      ),
    }),
    jsonl: async () => ({
      file: textStream(await open(events.selectAll('e').select([localTime(timeZone).as('local_time'), keyOf.as('key')])), {
        head: '',
        write: counted(({ local_time: local, key, ...row }: EventRow & Pick<Parts, 'key'> & { local_time: string }) => {
          const { eventId, at: time, ...others } = presentEvent(row);
          return `${JSON.stringify({ eventId, at: time, localTime: local, ...others, ...json(key) })}\n`;
        }),
      }),
      trailer: (sha256) => `${JSON.stringify({ report: facts(sha256) })}\n`,
    }),
    xlsx: async () => {
      const cellsOf = remembered((event) => {
        const said = say(event, words);
        const cell = (name: SaidColumn, value: string) => (value === '' ? '' : textCell(value, names.indexOf(name)));
        return {
          sentence: cell('sentence', said.event),
          outcomeText: cell('outcomeText', said.outcome),
          details: cell('details', said.details),
        };
      });
      const rows = await openParts((part) =>
        xlsxCells(
          part.map((name) => xlsxColumn(name, timeZone)),
          names.indexOf(part[0] ?? 'eventId'),
        ),
      );
      return {
        file: xlsxStream(rows, {
          name: 'Events',
          line: (row) => {
            const said = cellsOf(row.key);
            return rowOfCells(row.before + said.sentence + row.between + said.outcomeText + row.after + said.details);
          },
          columns: names,
          about: (sheets, rowCount) => aboutRows(wanted, (count = rowCount), sheets),
          modifiedAt: wanted.at,
        }),
      };
    },
  };
  const { file, trailer } = await bodies[format.type]();
  return hashedFile(file, { trailer, onEnd: (ended) => wanted.onEnd({ ...ended, events: count }) });
}

type CsvOptions = Extract<ExportFormat, { type: 'csv' }>;

function eventsOf(queries: Queries, { person, content: { filters, from, to } }: WantedFile, names: PersonNames) {
  const range = { ...(from !== null && { from }), ...(to !== null && { to }) };
  return newestFirst(matchingEvents(queries, person, { ...filters, ...range }, names));
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
