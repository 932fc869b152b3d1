/** The columns of an audit file: those that the database writes, and those in words, which are looked up. */
import { sql, type RawBuilder } from 'kysely';
import { csvPlain, csvText, csvTime } from '../export/csvSql.ts';
import { xlsxDate, xlsxText } from '../export/xlsxSql.ts';

/**
 * Columns are named as in the contract and not translated, because programs read the file too. `action` and `outcome` are codes, the
 * same in every language; beside each are its words in the reader's language. docs/operating.md promises the columns.
 */
const columns = {
  eventId: 'event_id',
  at: 'at',
  localTime: 'local_time',
  actor: 'actor',
  onBehalfOf: 'on_behalf_of',
  action: 'action',
  sentence: undefined,
  target: 'target',
  organisation: 'organisation',
  outcome: 'outcome',
  outcomeText: undefined,
  ip: 'ip',
  userAgent: 'user_agent',
  details: undefined,
} as const;
type Column = keyof typeof columns;
/** Columns that state an event in words. */
export type SaidColumn = 'sentence' | 'outcomeText' | 'details';
export type StoredColumn = Exclude<Column, SaidColumn>;
export const names = Object.keys(columns) as Column[];

/** Columns before, between and after the columns in words. */
export const before = ['eventId', 'at', 'localTime', 'actor', 'onBehalfOf', 'action'] as const;
export const between = ['target', 'organisation', 'outcome'] as const;
export const after = ['ip', 'userAgent'] as const;

const text = (name: StoredColumn) => sql<string | null>`${sql.ref(`e.${columns[name]}`)}::text`;
const at = sql.ref<Date>('e.at');
const clockInUtc = sql`e.at AT TIME ZONE 'UTC'`;
/** The clock of a time zone, without the zone. */
const clockIn = (timeZone: string) => sql`e.at AT TIME ZONE ${timeZone}::text`;

/** `2026-11-01T13:00:00.000+01:00` */
export function localTime(timeZone: string): RawBuilder<string> {
  const [local, utc] = [clockIn(timeZone), clockInUtc];
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || CASE WHEN ${local} < ${utc} THEN '-' ELSE '+' END
    || to_char(greatest(${local} - (${utc}), ${utc} - (${local})), 'HH24:MI')`;
}

/** The key that `eventOf` in `words.ts` reads. */
export const keyOf = sql<string>`(e.actor IS NULL)::text || ' ' || e.outcome || ' ' || e.action || ' ' || e.details::text`;

/** The parts of a row around its columns in words. */
export interface Parts {
  readonly key: string;
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

export function csvColumn(name: StoredColumn, timeZone: string): RawBuilder<string> {
  if (name === 'at') return csvTime(at);
  if (name === 'localTime') return localTime(timeZone);
  return name === 'eventId' || name === 'outcome' ? csvPlain(text(name)) : csvText(text(name));
}

export function xlsxColumn(name: StoredColumn, timeZone: string) {
  if (name === 'at') return xlsxDate(clockInUtc);
  return name === 'localTime' ? xlsxDate(clockIn(timeZone)) : xlsxText(text(name));
}
