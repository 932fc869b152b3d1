/** SQL of exported events, newest first: each row is made in the database as the file needs it. */
import { sql, type RawBuilder } from 'kysely';
import type { CsvDelimiter } from '../../api/contract/csv.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { csvPlain, csvRecord, csvText, csvTime } from '../export/csvSql.ts';
import { xlsxDate, xlsxRow, xlsxText } from '../export/xlsxSql.ts';
import { type AuditFilters, matchingEvents, newestFirst } from './repository.ts';

/** Named as in the contract and not translated, because programs read the file too. */
const texts = {
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

const column = (name: string) => sql<string | null>`${sql.ref(`e.${name}`)}::text`;
const csvCells = Object.values(texts).map((name) => (name === 'outcome' ? csvPlain(column(name)) : csvText(column(name))));

export const plainHeader = ['eventId', 'at', ...Object.keys(texts)];
export const fileHeader = ['eventId', 'at', 'localTime', ...Object.keys(texts)];

const at = sql.ref<Date>('e.at');
/** The clock of a time zone, without the zone. */
const clockIn = (timeZone: string) => sql`e.at AT TIME ZONE ${timeZone}::text`;
const clockInUtc = sql`e.at AT TIME ZONE 'UTC'`;

/** `2026-11-01T13:00:00.000+01:00` */
const localTime = (timeZone: string): RawBuilder<string> => {
  const [local, utc] = [clockIn(timeZone), clockInUtc];
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || CASE WHEN ${local} < ${utc} THEN '-' ELSE '+' END
    || to_char(greatest(${local} - (${utc}), ${utc} - (${local})), 'HH24:MI')`;
};

interface Wanted {
  readonly person: Person;
  readonly filters: AuditFilters;
}

const events = (queries: Queries, { person, filters }: Wanted) => newestFirst(matchingEvents(queries, person, filters));

/** For JSON. */
export const allEvents = (queries: Queries, wanted: Wanted) => events(queries, wanted).selectAll('e');
export const allEventsWithLocalTime = (queries: Queries, wanted: Wanted, timeZone: string) =>
  events(queries, wanted).selectAll('e').select(localTime(timeZone).as('local_time'));

/** CSV, separated by commas. */
export const plainRecords = (queries: Queries, wanted: Wanted) =>
  events(queries, wanted).select(csvRecord([csvPlain(column('event_id')), csvTime(at), ...csvCells]).as('line'));

export const csvRecords = (queries: Queries, wanted: Wanted, timeZone: string, delimiter: CsvDelimiter) =>
  events(queries, wanted).select(
    csvRecord([csvPlain(column('event_id')), csvTime(at), localTime(timeZone), ...csvCells], delimiter).as('line'),
  );

export const xlsxRows = (queries: Queries, wanted: Wanted, timeZone: string) =>
  events(queries, wanted).select(
    xlsxRow([
      xlsxText(column('event_id')),
      xlsxDate(clockInUtc),
      xlsxDate(clockIn(timeZone)),
      ...Object.values(texts).map((name) => xlsxText(column(name))),
    ]).as('line'),
  );
