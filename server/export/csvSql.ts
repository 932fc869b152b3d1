/** Records of CSV that the store writes itself, by the same rules as `http/csv.ts`: a million of them cost our process nothing. */
import { sql, type Expression, type RawBuilder } from 'kysely';
import { FORMULA_STARTS } from './csvLine.ts';

type Text = Expression<string | null>;

const formulaStarts = sql.raw(`'{${Array.from(FORMULA_STARTS, (character) => character.codePointAt(0)).join()}}'::int[]`);

/** Any text, in quotes, with an apostrophe before what a spreadsheet would run; null is an empty cell. */
export const csvText = (text: Text): RawBuilder<string> => sql`coalesce('"' || replace(
  CASE WHEN ascii(${text}) = ANY (${formulaStarts}) THEN '''' || ${text} ELSE ${text} END, '"', '""') || '"', '')`;

/** ISO 8601 in UTC: a spreadsheet in any language reads it, and so does a program. */
export const csvTime = (time: Expression<Date | null>): RawBuilder<string> =>
  sql`coalesce(to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`;

/** What can't hold a separator, a quote or a formula, such as an id: as it is. */
export const csvPlain = (value: Expression<unknown>): RawBuilder<string> => sql`coalesce(${value}::text, '')`;

export const csvRecord = (cells: readonly RawBuilder<string>[]): RawBuilder<string> =>
  sql`${sql.join(cells, sql` || ',' || `)} || E'\\r\\n'`;
